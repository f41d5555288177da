import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { type Expected, IfMatch } from '../../http/etag/etag.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import type { NewOrganization, Organization, OrganizationValues } from './organization.js';
import {
  OrganizationChangeDto,
  OrganizationDto,
  organizationDto,
  OrganizationInputDto,
  OrganizationPageDto,
} from './organization.dto.js';
import { organizationFields } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';
import { RetentionInEffect } from './retention-in-effect.js';

@Controller('organizations')
@Area('Tenants: the own organization and those beneath it')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly retention: RetentionInEffect,
  ) {}

  /** The selected organization and all below it. */
  @Get()
  @Permission('organizations:read')
  @ApiOkResponse({ type: OrganizationPageDto })
  async list(@Ctx() context: Context, @List(organizationFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.organizations.list(context, list);
    return hal.page(
      'organizations',
      list,
      rows.map((each) => this.shown(each)),
      total,
    );
  }

  /** Creates an organization below the selected one. */
  @Post()
  @Permission('organizations:write')
  @ApiCreatedResponse({ type: OrganizationDto })
  async create(@Ctx() context: Context, @Values(OrganizationInputDto) values: NewOrganization, @Answer() hal: Hal) {
    const organization = await this.organizations.create(context, values);
    return hal.created('organizations', this.shown(organization), organization.revision);
  }

  @Get(':id')
  @Permission('organizations:read')
  @ApiOkResponse({ type: OrganizationDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const organization = await this.organizations.read(context, id);
    return hal.resource('organizations', this.shown(organization), organization.revision);
  }

  @Patch(':id')
  @Permission('organizations:write')
  @ApiOkResponse({ type: OrganizationDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(OrganizationChangeDto) change: Partial<OrganizationValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const organization = await this.organizations.change(context, id, change, expected);
    return hal.resource('organizations', this.shown(organization), organization.revision);
  }

  /** 409, naming what it contains, unless the organization is empty. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('organizations:write')
  @ApiNoContentResponse()
  remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    return this.organizations.remove(context, id, expected);
  }

  private shown(organization: Organization): Omit<OrganizationDto, '_links'> {
    return organizationDto(organization, this.retention.of(organization));
  }
}
