import { Controller, Delete, Get, Patch, Post, Put, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../http/public.decorator.js';
import { Raw } from '../../../http/raw.decorator.js';
import { Settings } from '../../../kernel/settings.js';
import { bodyOf, pathOf } from './scim-request.js';
import { notAllowed, type ScimAnswer, type ScimCall, ScimRoutes } from './scim-routes.js';
import { scimErrorBody, ScimProblem } from '../schema/scim-problem.js';
import { TokenGate } from '../tokens/token-gate.js';
import { DirectoryActivity } from '../tokens/directory-activity.js';
import { listResponse, resourceTypes, schemaDocuments, serviceProviderConfig } from '../schema/discovery.js';

const bodyLimitBytes = 10 * 2 ** 20;
const mediaType = 'application/scim+json';
const raw = { bodyLimitBytes, refusal: { mediaType, body: scimErrorBody } };

/**
 * SCIM 2.0 (RFC 7644) at one address for every directory. It follows none of this API's conventions (HAL, problem+json,
 * keys): `ScimPaths` puts it into the API's document.
 */
@Public()
@ApiExcludeController()
@Controller('scim/v2')
export class ScimController {
  constructor(
    private readonly gate: TokenGate,
    private readonly routes: ScimRoutes,
    private readonly heard: DirectoryActivity,
    private readonly settings: Settings,
  ) {}

  @Get('*')
  @Raw(raw)
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.take(request, reply);
  }

  @Post('*')
  @Raw(raw)
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.take(request, reply);
  }

  @Put('*')
  @Raw(raw)
  replace(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.take(request, reply);
  }

  @Patch('*')
  @Raw(raw)
  change(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.take(request, reply);
  }

  @Delete('*')
  @Raw(raw)
  remove(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.take(request, reply);
  }

  private async take(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const answer = await this.answer(request).catch(refused);
    void reply.code(answer.status).headers(answer.headers ?? {});
    if (answer.body === undefined) await reply.send();
    else await reply.header('content-type', mediaType).send(JSON.stringify(answer.body));
  }

  private async answer(request: FastifyRequest): Promise<ScimAnswer> {
    const { address, requestId, receipt } = request.call;
    // Only this address, not also one under each prefix of the REST API.
    if (address.form !== '') throw new ScimProblem(404, 'The address of this service is /scim/v2');
    const base = `${this.settings.baseUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`}/scim/v2`;
    const { resource, id, isDeeper } = pathOf(request);
    const call: ScimCall = {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      resource,
      id,
      query: request.query as Record<string, unknown>,
      headers: request.headers,
      body: (mostBytes) => bodyOf(request, mostBytes),
    };
    // Public, so that a directory can find out how to authenticate.
    if (resource === 'serviceproviderconfig') return discovered(base, call);
    const connection = await this.gate.admit({
      authorization: request.headers.authorization,
      remoteAddress: request.ip,
      requestId,
    });
    await this.heard.from(connection);
    const actor = { kind: 'connection', id: connection.id, name: connection.name, permissions: [] } as const;
    const traceparent = receipt?.traceparent;
    const context = { organizationId: connection.organizationId, actor, requestId, traceparent };
    const caller = { context, connection, base };
    request.call.context = caller.context;
    if (isDeeper) throw new ScimProblem(404, 'There is nothing at this path');
    switch (resource) {
      case 'users':
      case 'groups':
        return this.routes.answer(caller, call);
      case '.search':
        return this.routes.searchAll(caller, call);
      case 'bulk':
        throw new ScimProblem(501, 'Bulk operations are not supported: send single requests');
      case 'me':
        throw new ScimProblem(501, '/Me is not supported: a token belongs to a directory, not to a person');
      default:
        return discovered(base, call);
    }
  }
}

function refused(error: unknown): ScimAnswer {
  if (!(error instanceof ScimProblem)) throw error;
  return { status: error.status, headers: error.headers, body: scimErrorBody(error) };
}

/** Documents about the service itself (RFC 7644, 4). @throws ScimProblem 403 to a filter, 404, 405 */
function discovered(base: string, { method, resource, id, query }: ScimCall): ScimAnswer {
  const documents = documentsAt(base, resource);
  if (!documents || (id !== null && !Array.isArray(documents)))
    throw new ScimProblem(404, 'There is nothing at this path');
  if (method !== 'GET') throw notAllowed(['GET']);
  if (Object.keys(query).some((name) => name.toLowerCase() === 'filter'))
    throw new ScimProblem(403, 'These documents cannot be filtered');
  if (!Array.isArray(documents)) return { status: 200, body: documents };
  if (id === null) return { status: 200, body: listResponse(documents) };
  const found = documents.find((each) => String(each.id).toLowerCase() === id.toLowerCase());
  if (!found) throw ScimProblem.notFound(resource, id);
  return { status: 200, body: found };
}

function documentsAt(base: string, resource: string): object | Record<string, unknown>[] | undefined {
  switch (resource) {
    case 'serviceproviderconfig':
      return serviceProviderConfig(base);
    case 'resourcetypes':
      return resourceTypes(base);
    case 'schemas':
      return schemaDocuments(base);
    default:
      return undefined;
  }
}
