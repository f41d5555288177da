import { ApiProperty } from '@nestjs/swagger';
import { permits } from '../../http/access/permits.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Actor } from '../../kernel/context.js';
import { type OrganizationState, together, urgencyOf } from './organization-state.js';
import type { TakenLook } from './overview.service.js';

const linkStates = [
  'connected', 'degraded', 'silent', 'down', 'quarantined', 'paused', 'setup', 'disabled',
] as const; // prettier-ignore

export class LinkCountsDto {
  /** Working, without a problem. */
  connected: number;
  /** Working, but with a problem at its last report. */
  degraded: number;
  /** Nothing was received for longer than usual. */
  silent: number;
  /** The link to the outside system is down. */
  down: number;
  /** Credentials or settings were refused. */
  quarantined: number;
  /** By an operator. */
  paused: number;
  /** Not complete yet. */
  setup: number;
  /** Switched off. */
  disabled: number;
}

export class TodayDto {
  /** Stays that begin today, in the organization's time zone. */
  arrivals: number;
  /** Stays that end today. */
  departures: number;
  /** Arrivals whose account is as it should be. */
  served: number;
}

export class OnlineCountsDto {
  /** Number of different devices. */
  devices: number;
  /** Open sessions; a device may have several. */
  sessions: number;
}

export class ReasonCountDto {
  /** Why logins were refused, for example wrong_password. */
  reason: string;
  /** Logins refused for that reason. */
  count: number;
}

export class FlowDto {
  /** In the last 24 hours. */
  total: number;
  /** For each of these hours, the oldest first. */
  @ApiProperty({ type: [Number], minItems: 24, maxItems: 24 })
  hours: number[];
}

/** Parts that the caller may not read are null. */
export class OverviewDto extends LinksDto {
  /** When these figures were read; the same answer is given for five seconds. */
  at: string;
  /** Number of organizations: this one and those beneath it. */
  organizations: number;
  /** Connections by state of their link; needs connections:read, as do the next three. */
  @ApiProperty({ type: LinkCountsDto, nullable: true })
  connections: LinkCountsDto | null;
  /** Plans that wait for approval. */
  held_runs: number | null;
  /** Seconds for which the oldest change has waited to take effect; 0: none waits. */
  oldest_dirty_seconds: number | null;
  /** Stays that begin and end today. */
  @ApiProperty({ type: TodayDto, nullable: true })
  today: TodayDto | null;
  /** Alerts that nobody has acknowledged. Needs alertcontacts:read. */
  open_alerts: number | null;
  /** Needs online:read. */
  @ApiProperty({ type: OnlineCountsDto, nullable: true })
  online: OnlineCountsDto | null;
  /** Refused logins of the last 24 hours, the most frequent reason first; needs reports:read. */
  @ApiProperty({ type: [ReasonCountDto], nullable: true })
  rejections: ReasonCountDto[] | null;
  /** Messages that connections received; needs connections:read. */
  @ApiProperty({ type: FlowDto, nullable: true })
  events: FlowDto | null;
  /** Writes to accounts; needs operations:read. */
  @ApiProperty({ type: FlowDto, nullable: true })
  operations: FlowDto | null;
  /** Logins that were accepted; needs reports:read. */
  @ApiProperty({ type: FlowDto, nullable: true })
  logins: FlowDto | null;
  /** Sessions that began; needs online:read. */
  @ApiProperty({ type: FlowDto, nullable: true })
  sessions: FlowDto | null;
}

export class OrganizationOverviewDto extends OverviewDto {
  /** The organization's. */
  id: string;
  /** What people call the organization. */
  name: string;
  /** Greater means more urgent; 0: all is well. */
  urgency: number;
}

class EmbeddedOrganizationOverviewsDto {
  organizations: OrganizationOverviewDto[];
}

export class OrganizationOverviewPageDto extends PageDto {
  _embedded: EmbeddedOrganizationOverviewsDto;
}

export function overviewDto(actor: Actor, { at, states }: TakenLook): Omit<OverviewDto, '_links'> {
  const state = together(states);
  const forReaders = <Part>(permission: string, part: Part): Part | null => (permits(actor, permission) ? part : null);
  return {
    at,
    organizations: states.length,
    connections: forReaders('connections:read', linkCounts(state.connections)),
    held_runs: forReaders('connections:read', state.heldRuns),
    oldest_dirty_seconds: forReaders('connections:read', state.oldestDirtySeconds ?? 0),
    today: forReaders('connections:read', {
      arrivals: state.arrivals,
      departures: state.departures,
      served: state.served,
    }),
    open_alerts: forReaders('alertcontacts:read', state.openAlerts),
    online: forReaders('online:read', { devices: state.devicesOnline, sessions: state.sessionsOnline }),
    rejections: forReaders('reports:read', reasons(state.rejections)),
    events: forReaders('connections:read', flow(state.events)),
    operations: forReaders('operations:read', flow(state.operations)),
    logins: forReaders('reports:read', flow(state.logins)),
    sessions: forReaders('online:read', flow(state.sessions)),
  };
}

export function organizationOverviewDto(
  actor: Actor,
  at: string,
  state: OrganizationState,
): Omit<OrganizationOverviewDto, '_links'> {
  const { id, name } = state;
  // The urgency would reveal the state of its connections.
  const urgency = permits(actor, 'connections:read') ? urgencyOf(state) : 0;
  return { id, name, urgency, ...overviewDto(actor, { at, states: [state] }) };
}

function linkCounts(counts: Readonly<Record<string, number>>): LinkCountsDto {
  return Object.fromEntries(linkStates.map((state) => [state, counts[state] ?? 0])) as unknown as LinkCountsDto;
}

function reasons(counts: Readonly<Record<string, number>>): ReasonCountDto[] {
  return Object.entries(counts)
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1));
}

function flow(counts: Readonly<Record<string, number>>): FlowDto {
  const hours = Array.from({ length: 24 }, (_, hour) => counts[23 - hour] ?? 0);
  return { total: hours.reduce((total, count) => total + count, 0), hours };
}
