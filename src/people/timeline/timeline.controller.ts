import { Controller, Get, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Parameter } from '../../http/body/query.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { cursorOf, readTimelineQuery } from './timeline-query.js';
import { TimelineDto, timelineEntryDto } from './timeline.dto.js';
import { type Timeline, type TimelineQuery, TimelineService } from './timeline.service.js';

const lanesRule = { description: 'Some of the lanes, with commas between; all if absent' };
const beforeRule = { description: 'What was before: an instant, or what a link says' };
const afterRule = { description: 'What was after: an instant, or what a link says' };
const sizeRule = { description: 'Entries of the past on a page, 1 to 100; 50 if absent' };

@Controller()
@Area('What happened to a person, and what is to come')
export class TimelineController {
  constructor(private readonly timelines: TimelineService) {}

  /** Of a record of an outside system: its facts, what it led to, and what will happen if nothing else does. */
  @Get('subjects/:id/timeline')
  @Permission('connections:read')
  @ApiOperation({ summary: "Get a record's timeline" })
  @ApiOkResponse({ type: TimelineDto })
  async ofSubject(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Parameter('lanes', lanesRule) lanes: string | undefined,
    @Parameter('before', beforeRule) before: string | undefined,
    @Parameter('after', afterRule) after: string | undefined,
    @Parameter('page_size', sizeRule) size: string | undefined,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
  ): Promise<TimelineDto> {
    const query = readTimelineQuery({ lanes, before, after, page_size: size });
    const timeline = await this.timelines.ofSubject(context, id, query);
    return hal.linked(answer(timeline, query, hal.href('subjects', id, 'timeline'), request.url));
  }

  /** Of a user, whoever made it: also of one made by hand. */
  @Get('users/:id/timeline')
  @Permission('users:read')
  @ApiOperation({ summary: "Get a user's timeline" })
  @ApiOkResponse({ type: TimelineDto })
  async ofUser(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Parameter('lanes', lanesRule) lanes: string | undefined,
    @Parameter('before', beforeRule) before: string | undefined,
    @Parameter('after', afterRule) after: string | undefined,
    @Parameter('page_size', sizeRule) size: string | undefined,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
  ): Promise<TimelineDto> {
    const query = readTimelineQuery({ lanes, before, after, page_size: size });
    const timeline = await this.timelines.ofUser(context, id, query);
    return hal.linked(answer(timeline, query, hal.href('users', id, 'timeline'), request.url));
  }
}

function answer(timeline: Timeline, query: TimelineQuery, path: string, url: string): TimelineDto {
  const [newest, oldest] = [timeline.past.at(0), timeline.past.at(-1)];
  const to = (way: 'before' | 'after', cursor: string) => {
    const parameters = new URLSearchParams({ lanes: query.lanes.join(','), page_size: String(query.limit) });
    return { href: `${path}?${parameters.toString()}&${way}=${encodeURIComponent(cursor)}` };
  };
  const asked = url.indexOf('?');
  return {
    now: timeline.now,
    lanes: timeline.lanes,
    hidden_lanes: timeline.hiddenLanes,
    past: timeline.past.map(timelineEntryDto),
    to_come: timeline.toCome.map(timelineEntryDto),
    _links: {
      self: { href: path + (asked < 0 ? '' : url.slice(asked)) },
      ...(timeline.hasOlder && oldest ? { next: to('before', cursorOf(oldest)) } : {}),
      ...(timeline.hasNewer && newest ? { prev: to('after', cursorOf(newest)) } : {}),
    },
  };
}
