import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { type LinkHistory, linkStates } from './link-history.repository.js';

const stateRule = { enum: linkStates, enumName: 'LinkState' };

export class LinkPieceDto {
  /**
   * connected: works. degraded: works, with a problem. silent: has received nothing for longer than usual. down: the
   * link is not up. quarantined: credentials or settings were refused. paused and disabled: by an operator. setup:
   * never enabled yet.
   */
  @ApiProperty(stateRule)
  state: string;
  /** When it began, or the start of the requested period if that is later. */
  from: Instant;
  /** When the next one begins; null: it is the present state. */
  until: Instant | null;
  /** What was wrong, in words; null: nothing, or unknown. */
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
  /** Present state of the link. */
  @ApiProperty(stateRule)
  state: string;
  /** When something was last received over a link that stays open; null for connectors without one. */
  last_heard_at: Instant | null;
  /** The states of the link from `since` until now, the oldest first, without gaps. */
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
