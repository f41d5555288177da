import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
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
import { ExplainInputDto, ExplanationDto } from './explain.dto.js';
import { explanationDto } from './explanation-answer.js';
import { policyListFields } from './policies.repository.js';
import { PolicyImpactDto, policyImpactDto, PolicyImpactInputDto } from './policy-impact.dto.js';
import { type PolicyDraft, PolicyImpacts } from './policy-impact.js';
import { PoliciesService } from './policies.service.js';
import { PolicyChangeDto, PolicyDto, policyDto, PolicyInputDto, PolicyPageDto } from './policy.dto.js';
import { type ExplainedTry, PolicyExplanation } from './policy-explanation.js';
import type { PolicyFields } from './policy.js';
import { ReplyAttributes } from './reply-attributes.js';

@Controller('policies')
@Area('Rules that permit or deny a sign-in by group, network, method, device, time and access point')
export class PoliciesController {
  constructor(
    private readonly policies: PoliciesService,
    private readonly explanation: PolicyExplanation,
    private readonly replies: ReplyAttributes,
    private readonly impacts: PolicyImpacts,
  ) {}

  /** In the order in which they are looked at. */
  @Get()
  @Permission('policies:read')
  @ApiOkResponse({ type: PolicyPageDto })
  async list(@Ctx() context: Context, @List(policyListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.policies.list(context, list);
    return hal.page('policies', list, rows.map(policyDto), total);
  }

  @Post()
  @Permission('policies:write')
  @ApiCreatedResponse({ type: PolicyDto })
  async create(@Ctx() context: Context, @Values(PolicyInputDto) values: PolicyFields, @Answer() hal: Hal) {
    const policy = await this.policies.create(context, values);
    return hal.created('policies', policyDto(policy), policy.revision);
  }

  /**
   * What would happen: which policies are about the try, whether it is let in, with which reply. Changes nothing.
   * Policies are looked at by priority, `deny` first at the same number; the first that matches decides, none means
   * permit.
   */
  @Post('explain')
  @ApiOperation({ summary: 'Explain what policies make of a sign-in' })
  @HttpCode(200)
  @Permission('policies:read')
  @ApiOkResponse({ type: ExplanationDto })
  async explain(@Ctx() context: Context, @Values(ExplainInputDto) input: ExplainedTry): Promise<ExplanationDto> {
    return explanationDto(await this.replies.explained(context, await this.explanation.explain(context, input)));
  }

  /**
   * Whom an unsaved policy would affect: compares every user's next sign-in, from where the last one was, by the
   * present rules and with this policy. Changes nothing. Vouchers and devices that sign in by themselves are left out.
   */
  @Post('impact')
  @ApiOperation({ summary: 'See whom a policy would concern' })
  @HttpCode(200)
  @Permission('policies:read')
  @ApiOkResponse({ type: PolicyImpactDto })
  async impact(@Ctx() context: Context, @Values(PolicyImpactInputDto) draft: PolicyDraft): Promise<PolicyImpactDto> {
    return policyImpactDto(await this.impacts.impact(context, draft));
  }

  @Get(':id')
  @Permission('policies:read')
  @ApiOkResponse({ type: PolicyDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const policy = await this.policies.read(context, id);
    return hal.resource('policies', policyDto(policy), policy.revision);
  }

  /** Conditions and reply are replaced as a whole. */
  @Patch(':id')
  @Permission('policies:write')
  @ApiOkResponse({ type: PolicyDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(PolicyChangeDto) change: Partial<PolicyFields>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const policy = await this.policies.change(context, id, change, expected);
    return hal.resource('policies', policyDto(policy), policy.revision);
  }

  @Delete(':id')
  @HttpCode(204)
  @Permission('policies:write')
  @ApiNoContentResponse()
  remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    return this.policies.remove(context, id, expected);
  }
}
