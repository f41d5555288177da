import { applyDecorators, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Public } from '../../../http/public.decorator.js';
import { Raw } from '../../../http/raw.decorator.js';
import { everyOrganization, systemContext } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { ConnectionDirectory } from '../../connection/connection-directory.js';
import type { InboundRequest } from '../../connector/connector.js';
import type { HookAnswer } from '../../connector/hook-answer.js';
import { connectorRefusal } from '../answers/connector-refusal.js';
import { HookIntake } from '../../intake/hook-intake.js';

const mostBytes = 2 ** 20;

const DescribedHook = () =>
  described(
    ApiParam({
      name: 'connection_id',
      schema: { type: 'string', format: 'uuid' },
      description: 'Id of the connection',
    }),
  );
const DescribedAppHook = () =>
  described(ApiParam({ name: 'connector', schema: { type: 'string' }, description: 'Key of the connector' }));

const DescribedHandshake = () =>
  applyDecorators(
    ApiParam({
      name: 'connection_id',
      schema: { type: 'string', format: 'uuid' },
      description: 'Id of the connection',
    }),
    ApiOkResponse({
      description: 'The challenge, as the vendor expects it back',
      content: { '*/*': { schema: { type: 'string' } } },
    }),
  );

function described(param: MethodDecorator): MethodDecorator {
  return applyDecorators(
    param,
    ApiConsumes('*/*'),
    ApiBody({
      required: false,
      description: 'Whatever the vendor sends',
      schema: { type: 'string', format: 'binary' },
    }),
    ApiOkResponse({
      description: "As the connector's vendor expects",
      content: { '*/*': { schema: { type: 'string' } } },
    }),
  );
}

/**
 * Where the outside pushes. The vendor's own scheme proves the origin, on the raw bytes; the answer is what that vendor
 * expects.
 */
@Public()
@Controller('hooks')
@Area('Where outside systems push to a connection: each by the scheme that its vendor has, without an API key')
export class HooksController {
  constructor(
    private readonly directory: ConnectionDirectory,
    private readonly intake: HookIntake,
  ) {}

  /** The message is stored before it is answered. At most 1 MiB. */
  @Post(':connection_id')
  @HttpCode(200)
  @Raw({ bodyLimitBytes: mostBytes })
  @ApiOperation({ summary: 'Push a message of the outside' })
  @DescribedHook()
  receive(
    @Param('connection_id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.take(id, request, reply);
  }

  /** Some vendors prove themselves by the end of the address. */
  @Post(':connection_id/*')
  @HttpCode(200)
  @Raw({ bodyLimitBytes: mostBytes })
  @ApiParam({ name: 'path', schema: { type: 'string' }, description: 'What proves the vendor' })
  @ApiOperation({ summary: 'Push a message of the outside, proven by the address' })
  @DescribedHook()
  receiveBeneath(
    @Param('connection_id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.take(id, request, reply);
  }

  /** Some vendors ask before they send anything; who asks gets back what it sent, and nothing is stored. */
  @Get(':connection_id')
  @Raw({ bodyLimitBytes: mostBytes })
  @ApiOperation({ summary: "Answer a vendor's handshake" })
  @DescribedHandshake()
  handshake(
    @Param('connection_id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(id, request, reply);
  }

  /** At the same address as its messages. */
  @Get(':connection_id/*')
  @Raw({ bodyLimitBytes: mostBytes })
  @ApiParam({ name: 'path', schema: { type: 'string' }, description: 'What proves the vendor' })
  @ApiOperation({ summary: "Answer a vendor's handshake at a longer address" })
  @DescribedHandshake()
  handshakeBeneath(
    @Param('connection_id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(id, request, reply);
  }

  /**
   * One address for all customers of an app, where the vendor has one for the app: `envoy`, `mews`, `apaleo`. Each
   * message goes to the connections of the installation (hotel, property) it names.
   */
  @Post('apps/:connector')
  @HttpCode(200)
  @Raw({ bodyLimitBytes: mostBytes })
  @ApiOperation({ summary: "Push a message of an app's installation" })
  @DescribedAppHook()
  receiveOfApp(
    @Param('connector') connector: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.takeOfApp(connector, request, reply);
  }

  /** Some vendors prove themselves by the end of the address. */
  @Post('apps/:connector/*')
  @HttpCode(200)
  @Raw({ bodyLimitBytes: mostBytes })
  @ApiParam({ name: 'path', schema: { type: 'string' }, description: 'What proves the vendor' })
  @ApiOperation({ summary: "Push a message of an app's installation, proven by the address" })
  @DescribedAppHook()
  receiveOfAppBeneath(
    @Param('connector') connector: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.takeOfApp(connector, request, reply);
  }

  private async takeOfApp(connector: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { requestId, receipt } = request.call;
    const nobody = { ...systemContext(everyOrganization, requestId), traceparent: receipt?.traceparent };
    return answered(
      reply,
      await this.intake.acceptOfApp(nobody, connector, inbound(request, `apps/${connector}`)).catch(connectorRefusal),
    );
  }

  private async take(id: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { context, connection } = await this.taker(id, request);
    return answered(reply, await this.intake.accept(context, connection, inbound(request, id)).catch(connectorRefusal));
  }

  private async answer(id: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { connection } = await this.taker(id, request);
    return answered(reply, this.intake.handshake(connection, inbound(request, id)));
  }

  private async taker(id: string, { call: { requestId, receipt } }: FastifyRequest) {
    const nobody = systemContext(everyOrganization, requestId);
    const connection = await this.directory.find(nobody, id.toLowerCase());
    if (!connection) throw Problem.notFound('connection', id);
    const actor = { kind: 'connection', id: connection.id, name: connection.name, permissions: [] } as const;
    return {
      connection,
      context: {
        organizationId: connection.organizationId,
        actor,
        requestId,
        traceparent: receipt?.traceparent,
      },
    };
  }
}

function answered(reply: FastifyReply, { status, headers, body = '' }: HookAnswer): string {
  reply.code(status);
  if (headers) reply.headers(headers);
  return body;
}

function inbound(request: FastifyRequest, id: string): InboundRequest {
  const headers: Record<string, string> = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  const [, path = ''] = request.url.split(`/hooks/${id}`, 2);
  return { method: request.method, path, headers, body: request.rawBody ?? Buffer.alloc(0), remoteAddress: request.ip };
}
