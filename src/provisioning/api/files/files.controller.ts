import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { Raw } from '../../../http/raw.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { FileIntake } from '../../intake/file-intake.js';
import { FileRepository } from '../../inbox/files/file.repository.js';
import { connectorRefusal } from '../answers/connector-refusal.js';
import { FileAcceptanceDto, FileDto, deliveredFileDto, FilePageDto } from './file.dto.js';
import { fileFields, FileList } from './file-list.js';
import type { OfferedFile } from '../../connector/files.js';

const mostBytes = 32 * 2 ** 20;

/** Files that are handed to a connection whole: lists of everybody, or of what changed. */
@Controller()
@Area('Files of people that a connection was given, by upload, folder or SFTP')
export class FilesController {
  constructor(
    private readonly files: FileRepository,
    private readonly pages: FileList,
    private readonly intake: FileIntake,
    private readonly connections: ConnectionRepository,
  ) {}

  /**
   * The body is the file, as it is; at most 32 MiB. It is stored, looked through and, when it passes, read by a run.
   * One that is rejected is answered 422 with the rules that did not hold, and changes nothing.
   */
  @Post('connections/:id/files')
  @Permission('files:write')
  @Raw({ bodyLimitBytes: mostBytes })
  @ApiOperation({ summary: 'Hand over a file' })
  @ApiConsumes('text/csv', 'application/octet-stream')
  @ApiBody({ required: true, description: 'The file', schema: { type: 'string', format: 'binary' } })
  @ApiQuery({
    name: 'name',
    required: false,
    description: 'Its name; a date in it tells which file is newer',
    schema: { type: 'string' },
  })
  @ApiQuery({
    name: 'rows',
    required: false,
    description: 'How many rows it has, without header and trailer',
    schema: { type: 'integer' },
  })
  @ApiQuery({
    name: 'sha256',
    required: false,
    description: 'SHA-256 of its content, in hexadecimal',
    schema: { type: 'string' },
  })
  @ApiCreatedResponse({ type: FileDto })
  async take(@Ctx() context: Context, @RecordId('id') id: string, @Req() request: FastifyRequest, @Answer() hal: Hal) {
    const connection = await this.connections.load(context, id);
    const offered = offeredFile(request.query as Record<string, unknown>, request.rawBody);
    const { file, runId } = await this.intake.take(context, connection, offered).catch(connectorRefusal);
    if (file.status === 'rejected') {
      const rules = (file.examination?.findings ?? []).map(({ rule, detail }) => `${rule}: ${detail}`);
      throw new Problem('invalid', `The file was rejected and changed nothing: ${rules.join('; ')}`, [], {
        file: { ...deliveredFileDto(file) },
      });
    }
    return hal.created('files', { ...deliveredFileDto(file), run_id: runId });
  }

  /** Newest first. */
  @Get('connections/:id/files')
  @Permission('files:read')
  @ApiOkResponse({ type: FilePageDto })
  async list(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @List(fileFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    await this.connections.load(context, id);
    const { rows, total } = await this.pages.page(context, id, list);
    return hal.page('files', list, rows.map(deliveredFileDto), total);
  }

  @Get('files/:id')
  @Permission('files:read')
  @ApiOkResponse({ type: FileDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const file = await this.files.find(context, id);
    if (!file) throw Problem.notFound('file', id);
    return hal.resource('files', deliveredFileDto(file));
  }

  /**
   * Lets a held file through, though it differs so much from the last one. Removals are still held above the safety
   * limits.
   */
  @Post('files/:id/accept')
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: FileDto })
  async accept(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(FileAcceptanceDto) { digest }: FileAcceptanceDto,
    @Answer() hal: Hal,
  ) {
    const { file, runId } = await this.intake.accept(context, id, digest).catch(connectorRefusal);
    return hal.resource('files', { ...deliveredFileDto(file), run_id: runId });
  }
}

/** What a request says about the file in its body. @throws Problem malformed */
function offeredFile(query: Readonly<Record<string, unknown>>, body: Buffer = Buffer.alloc(0)): OfferedFile {
  if (body.length === 0) throw new Problem('malformed', 'The body is empty: it is to be the file');
  const unknown = Object.keys(query).find((name) => !['name', 'rows', 'sha256'].includes(name));
  if (unknown !== undefined) throw new Problem('malformed', 'There are the query parameters name, rows and sha256');
  const name = text(query, 'name', /^[^/\\\p{Cc}]{1,200}$/u, 'must be a file name without folders') ?? 'upload.csv';
  const rows = text(query, 'rows', /^\d{1,9}$/, 'must be a whole number');
  const digest = text(query, 'sha256', /^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in hexadecimal');
  return {
    name,
    origin: 'upload',
    modifiedAt: null,
    declared: { ...(rows === undefined ? {} : { rows: Number(rows) }), ...(digest === undefined ? {} : { digest }) },
    content: (async function* pieces() {
      yield body;
    })(),
  };
}

function text(query: Readonly<Record<string, unknown>>, name: string, form: RegExp, rule: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !form.test(value)) throw new Problem('malformed', `${name}: ${rule}`);
  return value;
}
