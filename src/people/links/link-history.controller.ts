import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Parameter } from '../../http/body/query.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { readFilterValue } from '../../http/list/filter-value.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { ConnectionHealthDto, connectionHealthDto, ConnectionHealthPageDto } from './link-history.dto.js';
import { linkFields, LinkHistoryRepository } from './link-history.repository.js';

const daySeconds = 86_400;
/** As long as the record is kept: src/retention/retention-table.ts. */
const keptDays = 8;

const sinceRule = {
  description: `From when on: an instant of the last ${keptDays} days; 24 hours ago if absent`,
};

@Controller('connections')
@Area('How links to outside systems fared')
export class LinkHistoryController {
  constructor(
    private readonly histories: LinkHistoryRepository,
    private readonly clock: Clock,
  ) {}

  /** Of all connections of the organization and of those beneath it, the ones in trouble first. */
  @Get('health')
  @Permission('connections:read')
  @ApiOperation({ summary: 'List how all links fared' })
  @ApiOkResponse({ type: ConnectionHealthPageDto })
  async list(
    @Ctx() context: Context,
    @List(linkFields) list: ListQuery,
    @Parameter('since', sinceRule) since: string | undefined,
    @Answer() hal: Hal,
  ) {
    const now = this.clock.instant();
    const { rows, total } = await this.histories.page(context, list, readSince(since, now), now);
    return hal.page('health', list, rows.map(connectionHealthDto), total);
  }

  /** The state of the link over time, one entry for each change. */
  @Get(':id/health')
  @Permission('connections:read')
  @ApiOperation({ summary: 'Get how a link fared' })
  @ApiOkResponse({ type: ConnectionHealthDto })
  async read(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Parameter('since', sinceRule) since: string | undefined,
    @Answer() hal: Hal,
  ) {
    const now = this.clock.instant();
    const history = await this.histories.find(context, id, readSince(since, now), now);
    if (!history) throw Problem.notFound('connection', id);
    return hal.about(connectionHealthDto(history), 'connections', id, 'health');
  }
}

function readSince(given: string | undefined, now: Instant): Instant {
  if (given === undefined) return laterBy(now, -daySeconds);
  const since = String(readFilterValue('since', given, { column: '', type: 'instant' }));
  if (since >= now) throw new Problem('malformed', 'since: a time that is over');
  const first = laterBy(now, -keptDays * daySeconds);
  return since < first ? first : since;
}
