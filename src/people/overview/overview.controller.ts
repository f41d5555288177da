import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { listFields } from '../../http/list/list-fields.js';
import { listInMemory } from '../../http/list/list-in-memory.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { EveryCaller, Permission } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { urgencyOf } from './organization-state.js';
import { OrganizationOverviewPageDto, organizationOverviewDto, OverviewDto, overviewDto } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

const fields = listFields({
  id: 'id',
  sort: 'urgency:desc',
  fields: {
    id: { column: 'id', type: 'uuid' },
    name: { column: 'name', type: 'text' },
    urgency: { column: 'urgency', type: 'integer' },
  },
});

@Controller('overview')
@Area('How everything fares, in one answer')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  /**
   * Links, waiting plans, alerts, today's arrivals and how many have their access, devices online, refused logins, and
   * the last 24 hours, for the organization and all beneath it. Parts that the caller may not read are null.
   */
  @Get()
  @ApiOperation({ summary: 'Look at how everything fares' })
  @EveryCaller()
  @ApiOkResponse({ type: OverviewDto })
  async read(@Ctx() context: Context, @Answer() hal: Hal) {
    return hal.about(overviewDto(context.actor, await this.overview.look(context)), 'overview');
  }

  /** The same for each organization, the most urgent first. */
  @Get('organizations')
  @ApiOperation({ summary: 'Look at how each organization fares' })
  @Permission('organizations:read')
  @ApiOkResponse({ type: OrganizationOverviewPageDto })
  async list(@Ctx() context: Context, @List(fields) list: ListQuery, @Answer() hal: Hal) {
    const { at, states } = await this.overview.look(context);
    const { rows, total } = listInMemory(states, list, (state) => ({
      id: state.id,
      name: state.name,
      urgency: urgencyOf(state),
    }));
    const shown = rows.map((state) => organizationOverviewDto(context.actor, at, state));
    return hal.page('organizations', list, shown, total);
  }
}
