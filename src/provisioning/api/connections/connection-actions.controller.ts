import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../../http/body/values.decorator.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { BodyLimit } from '../../../http/raw.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { AsksOutside } from '../../../http/idempotency/asks-outside.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { ConnectionInput } from './connection-input.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { ConnectionTests } from '../../intake/connection-tests.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { connectorRefusal } from '../answers/connector-refusal.js';
import { PreviewDto, previewDto } from '../answers/plan-item.dto.js';
import { AccessPreview } from '../../intake/preview/access-preview.js';
import type { RunMode } from '../../intake/run-queue/run.js';
import { RunDecisions } from '../../intake/runs/run-decisions.js';
import { RunDto, runDto } from '../runs/run.dto.js';
import { RunRecords } from '../runs/run-records.js';
import { AccessTrial } from './access-trial.js';
import { AccessTrialDto, AccessTrialInputDto } from './access-trial.dto.js';
import { MappingTrial } from './mapping-trial.js';
import { MappingTrialDto, MappingTrialInputDto } from './mapping-trial.dto.js';
import { connectionTestDto, ConnectionTestDto } from './connection.dto.js';
import { PreviewInputDto, SyncInputDto } from './connection-written.dto.js';
import { previewRequest, type WrittenPreview } from './preview-request.js';

@Controller('connections')
@Area('What a connection is told to do: test its settings, say what it would do, compare all its records now')
export class ConnectionActionsController {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly input: ConnectionInput,
    private readonly host: ConnectorHost,
    private readonly runs: RunDecisions,
    private readonly records: RunRecords,
    private readonly previewer: AccessPreview,
    private readonly tests: ConnectionTests,
    private readonly trials: AccessTrial,
    private readonly mappings: MappingTrial,
  ) {}

  /**
   * Tries each right that the connector needs at the vendor, and the console (the check of that name). Says what was
   * tried, what was found, and what to do where that is not enough. Changes nothing outside; when all is good, a
   * quarantine is lifted.
   */
  @Post(':id/test')
  @AsksOutside()
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: ConnectionTestDto })
  async test(@Ctx() context: Context, @RecordId('id') id: string): Promise<ConnectionTestDto> {
    const connection = await this.connections.load(context, id);
    return connectionTestDto(await this.tests.test(context, connection).catch(connectorRefusal));
  }

  /** What would be done, for stored or given records, with the saved settings and access or others; nothing is. */
  @Post(':id/preview')
  @ApiOperation({ summary: 'See what a connection would do' })
  @AsksOutside()
  @HttpCode(200)
  @BodyLimit(4 * 2 ** 20)
  @Permission('connections:read')
  @ApiOkResponse({ type: PreviewDto })
  async preview(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(PreviewInputDto) input: WrittenPreview,
  ): Promise<PreviewDto> {
    const connection = await this.connections.load(context, id);
    const tried = input.access || input.settings ? this.input.readTrial(input, connection) : connection;
    const request = await Promise.resolve()
      .then(() => previewRequest(input, this.host.definitionOf(connection).factKind))
      .catch(connectorRefusal);
    return previewDto(
      await this.previewer.preview(context, tried, request).catch(connectorRefusal),
      await this.tests.warnings(context, tried),
    );
  }

  /**
   * What access settings, the saved ones or others, make of a few stored people, part by part. Asks nobody outside and
   * changes nothing.
   */
  @ApiOperation({ summary: 'Try access on people of a connection' })
  @Post(':id/access/preview')
  @HttpCode(200)
  @Permission('connections:read')
  @ApiOkResponse({ type: AccessTrialDto })
  async tryAccess(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(AccessTrialInputDto) { access, limit = 3 }: Pick<WrittenPreview, 'access' | 'limit'>,
  ): Promise<AccessTrialDto> {
    const connection = await this.connections.load(context, id);
    return this.trials.of(context, access ? this.input.readTrial({ access }, connection) : connection, limit);
  }

  /**
   * What a mapping document, the saved one or another, makes of a message or of the latest that are stored, value by
   * value. Asks nobody outside and changes nothing.
   */
  @ApiOperation({ summary: 'Try a mapping on messages of a connection' })
  @Post(':id/mapping/preview')
  @HttpCode(200)
  @BodyLimit(4 * 2 ** 20)
  @Permission('connections:read')
  @ApiOkResponse({ type: MappingTrialDto })
  async tryMapping(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(MappingTrialInputDto)
    {
      mapping,
      payload,
      limit = 3,
    }: { readonly mapping?: unknown; readonly payload?: unknown; readonly limit?: number },
  ): Promise<MappingTrialDto> {
    const connection = await this.connections.load(context, id);
    const tried = mapping ? this.input.readTrial({ settings: { mapping } }, connection) : connection;
    return { records: await this.mappings.of(context, tried, { payload, limit }) };
  }

  /**
   * Queues a run that begins after this request; one of this mode that waits already is answered instead. Behind one
   * that works already it waits for its end. A dry run of a full list tells what a connection would do before it is
   * enabled.
   */
  @Post(':id/sync')
  @ApiOperation({ summary: 'Compare all records of a connection now' })
  @HttpCode(202)
  @Permission('connections:write')
  @ApiAcceptedResponse({ type: RunDto })
  async sync(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(SyncInputDto) { mode = 'full', dryRun = false }: { readonly mode?: RunMode; readonly dryRun?: boolean },
    @Answer() hal: Hal,
  ) {
    const connection = await this.connections.load(context, id);
    const isDryList = mode === 'full' && dryRun && !connection.closing;
    if (!connection.enabled && !isDryList)
      throw new Problem(
        'conflict',
        'The connection is not enabled: enable it first. A dry run of its list ("dry_run": true) needs no enabling',
      );
    const runId = await this.runs.start(context, connection, { mode, dryRun }).catch(connectorRefusal);
    return hal.created('runs', runDto(await this.records.read(context, runId)));
  }
}
