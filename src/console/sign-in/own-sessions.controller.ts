import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { listFields } from '../../http/list/list-fields.js';
import { listInMemory } from '../../http/list/list-in-memory.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { SignedIn } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import { CallerToken } from './caller.decorators.js';
import { ownSessionDto, OwnSessionPageDto } from './session.dto.js';
import { SessionsService } from './sessions.service.js';

const ownSessionListFields = listFields({
  id: 'id',
  sort: 'last_used_at:desc',
  fields: {
    id: { column: 'id', type: 'uuid' },
    address: { column: 'address', type: 'text' },
    user_agent: { column: 'user_agent', type: 'text' },
    created_at: { column: 'created_at', type: 'instant' },
    last_used_at: { column: 'last_used_at', type: 'instant' },
    expires_at: { column: 'expires_at', type: 'instant' },
    current: { column: 'current', type: 'integer' },
  },
});

/** Where an operator is signed in. */
@Controller('sessions')
@Area('Sign-in of operators by password and one-time code')
export class OwnSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /** The operator's own that have not ended, whatever they were opened with. */
  @Get()
  @ApiOperation({ summary: 'List the own sessions' })
  @SignedIn()
  @ApiOkResponse({ type: OwnSessionPageDto })
  async list(@CallerToken() token: string, @List(ownSessionListFields) list: ListQuery, @Answer() hal: Hal) {
    const sessions = (await this.sessions.own(token)).map(ownSessionDto);
    const { rows, total } = listInMemory(sessions, list, (session) => ({ ...session }));
    return hal.page('sessions', list, rows, total);
  }

  /** Signs the operator out there. */
  @Delete(':id')
  @ApiOperation({ summary: 'End one of the own sessions' })
  @HttpCode(204)
  @SignedIn()
  @ApiNoContentResponse()
  end(@CallerToken() token: string, @RecordId('id') id: string) {
    return this.sessions.endOwn(token, id);
  }
}
