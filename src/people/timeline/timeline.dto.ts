import { ApiProperty } from '@nestjs/swagger';
import { LinkDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { macWithColons } from '../../kernel/mac-address.js';
import { lanes, type TimelineEntry } from './timeline.js';

class TimelineEntryDto {
  /** Unique in this timeline. */
  id: string;
  /** Where it belongs. */
  @ApiProperty({ enum: lanes, enumName: 'TimelineLane' })
  lane: string;
  /** What it is: check_in, create_user, rejected, access_ends …; docs/online.md lists them. */
  @ApiProperty({ example: 'check_in' })
  kind: string;
  /** When it was, or will be. */
  at: Instant;
  /** Of what lasts: its end. Null: it does not last, or goes on. */
  until: Instant | null;
  /** Why, as a code: of a login why it was refused, of what is to come which moment it goes by. */
  @ApiProperty({ nullable: true, type: String, example: 'departure' })
  reason: string | null;
  /** What a sentence about it needs; the names depend on `kind`. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { room: '412' } })
  params: Readonly<Record<string, unknown>>;
  /**
   * The resource of the record that says so: operations, audit, online, logins, deliveries, registrations, subjects.
   */
  @ApiProperty({ nullable: true, type: String, example: 'operations' })
  resource: string | null;
  /** Id of that record; null: the engine's rules say so. */
  resource_id: string | null;
}

class TimelineLinksDto {
  /** This page. */
  self: LinkDto;
  /** What was before; absent: nothing. */
  next?: LinkDto;
  /** What was after; absent on the newest page. */
  prev?: LinkDto;
}

export class TimelineDto {
  /** The instant that divides past and future. */
  now: Instant;
  /** Lanes in this answer. */
  @ApiProperty({ isArray: true, enum: lanes, enumName: 'TimelineLane' })
  lanes: readonly string[];
  /** Lanes of records that the caller may not read. */
  @ApiProperty({ isArray: true, enum: lanes, enumName: 'TimelineLane' })
  hidden_lanes: readonly string[];
  /** What happened, the newest first. */
  @ApiProperty({ isArray: true, type: TimelineEntryDto })
  past: TimelineEntryDto[];
  /** What will happen if nothing else does, the next first; on the newest page only. */
  @ApiProperty({ isArray: true, type: TimelineEntryDto })
  to_come: TimelineEntryDto[];
  _links: TimelineLinksDto;
}

export function timelineEntryDto({ resourceId: resource_id, params, ...entry }: TimelineEntry): TimelineEntryDto {
  const { mac } = params;
  return { ...entry, params: typeof mac === 'string' ? { ...params, mac: macWithColons(mac) } : params, resource_id };
}
