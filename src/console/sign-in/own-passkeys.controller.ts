import { Controller, Delete, Get, Header, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionCookie } from '../../http/access/session-cookie.js';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { listFields } from '../../http/list/list-fields.js';
import { listInMemory } from '../../http/list/list-in-memory.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { SignedIn } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { CallerAddress, CallerToken } from './caller.decorators.js';
import { OwnAccountService } from './own-account.service.js';
import { OwnPasskeys } from './own-passkeys.service.js';
import {
  PasskeyDto,
  passkeyDto,
  PasskeyInputDto,
  PasskeyNameDto,
  passkeyOptions,
  PasskeyPageDto,
} from './passkey.dto.js';
import { refusalOf } from './refusal.js';
import { ProofDto } from './session.dto.js';
import type { ProofValues } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

const passkeyListFields = listFields({
  id: 'id',
  fields: {
    id: { column: 'id', type: 'uuid' },
    name: { column: 'name', type: 'text' },
    backed_up: { column: 'backed_up', type: 'integer' },
    last_used_at: { column: 'last_used_at', type: 'instant' },
    created_at: { column: 'created_at', type: 'instant' },
  },
});

const path = 'sessions/current/passkeys';

/** Devices that sign the operator in without a password. */
@Controller(path)
@Area('Sign-in of operators by password and one-time code')
export class OwnPasskeysController {
  constructor(
    private readonly passkeys: OwnPasskeys,
    private readonly sessions: SessionsService,
    private readonly account: OwnAccountService,
    private readonly cookie: SessionCookie,
  ) {}

  /** Options for `navigator.credentials.create`; asks for the password again, or a recent proof. HTTPS or localhost. */
  @Post('options')
  @ApiOperation({ summary: 'Begin to add a passkey' })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @SignedIn()
  @ApiOkResponse({ schema: passkeyOptions })
  async options(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @CallerAddress() address: string,
    @Req() request: FastifyRequest,
    @Values(ProofDto) { password, totp }: ProofValues,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const asking = { token, address, password: password ?? null, totp: totp ?? null };
    const outcome = await this.account.reassure(context, asking);
    if (outcome.kind !== 'proven') throw refusalOf(outcome, reply);
    return this.passkeys.options(context, await this.sessions.current(token), this.cookie.originOf(request));
  }

  /** Stores the public key; the private key stays on the device. */
  @Post()
  @ApiOperation({ summary: 'Add a passkey' })
  @SignedIn()
  @ApiCreatedResponse({ type: PasskeyDto })
  async add(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @Req() request: FastifyRequest,
    @Values(PasskeyInputDto)
    { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
    @Answer() hal: Hal,
  ) {
    const session = await this.sessions.current(token);
    const added = await this.passkeys.add(context, session, this.cookie.originOf(request), name, response);
    return hal.created(path, passkeyDto(added));
  }

  /** The operator's own. */
  @Get()
  @ApiOperation({ summary: 'List the own passkeys' })
  @SignedIn()
  @ApiOkResponse({ type: PasskeyPageDto })
  async list(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @List(passkeyListFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    const passkeys = (await this.passkeys.list(context, await this.sessions.current(token))).map(passkeyDto);
    const { rows, total } = listInMemory(passkeys, list, (passkey) => ({ ...passkey }));
    const resources = rows.map((each) => hal.resource(path, each));
    return hal.collection('passkeys', list, resources, total);
  }

  /** Only the name can change. */
  @Patch(':id')
  @ApiOperation({ summary: 'Rename a passkey' })
  @SignedIn()
  @ApiOkResponse({ type: PasskeyDto })
  async rename(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @RecordId('id') id: string,
    @Values(PasskeyNameDto) { name }: PasskeyNameDto,
    @Answer() hal: Hal,
  ) {
    const session = await this.sessions.current(token);
    return hal.resource(path, passkeyDto(await this.passkeys.rename(context, session, id, name)));
  }

  /** It signs nobody in any more. */
  @Delete(':id')
  @ApiOperation({ summary: 'Remove a passkey' })
  @HttpCode(204)
  @SignedIn()
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @CallerToken() token: string, @RecordId('id') id: string): Promise<void> {
    await this.passkeys.remove(context, await this.sessions.current(token), id);
  }
}
