import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { type LinkHistory, linkStates } from './link-history.repository.js';

const stateRule = { enum: linkStates, enumName: 'LinkState' };

export class LinkPieceDto {
  /**
   * connected: at work, without a problem. degraded: at work, with a problem. silent: nothing was heard for longer than
   * usual. down: the link does not stand. quarantined: credentials or settings were refused. paused and disabled: by an
   * operator. setup: never enabled yet.
   */
  @ApiProperty(stateRule)
  state: string;
  /** When it began, but not before the time that was asked for. */
  from: Instant;
  /** When the next piece begins; null: it still holds. */
  until: Instant | null;
  /** What was wrong, in words; null: nothing, or nobody said. */
  @ApiProperty({ example: 'connect ECONNREFUSED 192.0.2.7:5010' })
  reason: string | null;
}

export class ConnectionHealthDto extends LinksDto {
  /** The connection's. */
  id: string;
  /** What people call the connection. */
  name: string;
  /** Key in the list of connectors. */
  @ApiProperty({ example: 'fias' })
  connector: string;
  /** The organization that has it: the caller's, or one beneath. */
  organization_id: string;
  /** What people call that organization. */
  organization_name: string;
  /** How the link fares now. */
  @ApiProperty(stateRule)
  state: string;
  /** When something last came over a link that stays open; null for connectors without one. */
  last_heard_at: Instant | null;
  /** The link from `since` until now, in pieces of one state each, the oldest first and without gaps. */
  @ApiProperty({ type: [LinkPieceDto] })
  pieces: LinkPieceDto[];
}

class EmbeddedConnectionHealthDto {
  health: ConnectionHealthDto[];
}

export class ConnectionHealthPageDto extends PageDto {
  _embedded: EmbeddedConnectionHealthDto;
}

export function connectionHealthDto(history: LinkHistory): Omit<ConnectionHealthDto, '_links'> {
  const { id, name, connector, organizationId, organizationName, lastHeardAt, pieces } = history;
  return {
    id,
    name,
    connector,
    organization_id: organizationId,
    organization_name: organizationName,
    state: pieces.at(-1)?.state ?? 'setup',
    last_heard_at: lastHeardAt,
    pieces: pieces.map(({ state, from, until, reason }) => ({ state, from, until, reason })),
  };
}
