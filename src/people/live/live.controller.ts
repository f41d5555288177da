import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { permits } from '../../http/access/permits.js';
import { Parameter } from '../../http/body/query.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { EventStream } from '../../http/event-stream.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { EveryCaller } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { LiveStreams } from './live-streams.js';
import { isTopic, type Topic, topicPermissions, topics } from './topics.js';

const example =
  'retry: 2000\nid: 9f3a1c0b7d21.41\nevent: ready\ndata: {"topics":["runs","guests"],"organizations":1}\n\n' +
  'id: 9f3a1c0b7d21.42\nevent: change\ndata: {"topic":"guests",' +
  '"organization_id":"0190a0a0-0000-7000-8000-000000000001","ids":["0190a0a0-0000-7000-8000-000000000412"]}\n\n';

@Controller('live')
@Area('What changes, as it changes')
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  /**
   * Server-sent events that name what changed: topic, organization, and ids or `many`. They carry no contents: read
   * again what you show. `Last-Event-ID` resumes; `reset` says that events may have been missed. Each topic needs the
   * permission to read it; the stream ends with the key, the session or that permission.
   */
  @Get()
  @ApiOperation({ summary: 'Listen to changes' })
  @EveryCaller()
  @EventStream()
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that was received',
    schema: { type: 'string' },
  })
  @ApiOkResponse({
    content: { 'text/event-stream': { schema: { type: 'string' }, example } },
  })
  async listen(
    @Ctx() context: Context,
    @Parameter('topics', {
      required: true,
      description: `With commas between: ${topics.join(', ')}`,
    })
    named: string,
    @Parameter('beneath', {
      oneOf: ['true', 'false'],
      description: 'Also all organizations beneath; false when absent',
    })
    beneath: string | undefined,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable | undefined> {
    const listener = {
      token: request.call.caller?.token ?? '',
      organizationId: context.organizationId,
      actorId: context.actor.id,
      topics: topicsOf(context, named),
      isBeneath: beneath === 'true',
    };
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // nginx would hold events back until its buffer is full.
      .header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') return undefined;
    return (await this.streams.add(listener, reply.raw, lastEventId)).body;
  }
}

/** @throws Problem malformed for an unknown topic, forbidden for one that the caller may not read */
function topicsOf({ actor }: Context, named: string): ReadonlySet<Topic> {
  const wanted = named.split(',').map((each) => each.trim());
  const unknown = wanted.filter((each) => !isTopic(each));
  if (unknown.length > 0)
    throw new Problem('malformed', `topics: there is no ${unknown.join(', ')}; there are ${topics.join(', ')}`);
  const known = new Set(wanted.filter(isTopic));
  for (const topic of known) {
    const permission = topicPermissions[topic];
    if (!permits(actor, permission))
      throw new Problem(
        'forbidden',
        `${actor.kind === 'operator' ? 'Your role' : 'The API key'} lacks the permission ${permission}, which the ` +
          `topic ${topic} needs`,
      );
  }
  return known;
}
