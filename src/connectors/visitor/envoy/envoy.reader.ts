import { type Clock, laterBy } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import { vendorId, vendorLine } from '../../../provisioning/connector/vendor-record.js';
import type { EnvoyClient } from './envoy.client.js';
import { detailsIn, type Details } from './envoy.hints.js';
import { expectedTimes, visitOfInvite, visitOfListedEntry, visitOfReadInvite } from './envoy.mapping.js';
import type { EnvoyPlaces } from './envoy.places.js';
import type { EnvoySettings } from './envoy.settings.js';
import type { EnvoyEntry, EnvoyInvite, EnvoyPayload } from './envoy.wire.js';

/** From this number on, a list of a hundred costs less than single reads. */
const manyInvites = 6;

/** Reads what events do not carry: entries of lists, single records, and missing details. */
export class EnvoyReader implements Reads {
  constructor(
    private readonly client: EnvoyClient,
    private readonly places: EnvoyPlaces,
    private readonly settings: EnvoySettings,
    private readonly clock: Clock,
  ) {}

  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const changes: Change[] = [];
    const invites = await this.listed(
      hints.flatMap(({ of, key }) => (of === 'guest' ? (detailsIn(key)?.inviteId ?? []) : [])),
      signal,
    );
    const inviteOf = (id: string) => {
      const asked = invites.get(id) ?? this.client.one<EnvoyInvite>('invites', id, signal);
      invites.set(id, asked);
      return asked;
    };
    for (const { of, key } of hints) {
      const details = of === 'guest' ? detailsIn(key) : undefined;
      if (details) changes.push(...(await this.details(details, inviteOf, signal)));
      else if (of === 'record') changes.push(...(await this.record(key, inviteOf, signal)));
    }
    return changes;
  }

  /** One change for each entry, so that a list has as many as its total. */
  async changesOf(entries: readonly EnvoyEntry[], signal: AbortSignal): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const entry of entries) changes.push(await this.changeOf(entry ?? {}, signal));
    return changes;
  }

  /** Visitors who arrived are among the entries; staff are ignored. */
  async changesOfInvites(invites: readonly EnvoyPayload[], signal: AbortSignal): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const invite of invites) {
      const locationId = invite.relationships?.location?.data?.id;
      const reason = this.reasonToIgnore(locationId, invite.attributes?.['employee-screening-flow'] === true);
      changes.push(
        reason
          ? { kind: 'ignored', reason }
          : visitOfInvite('invite_updated', invite, await this.places.place(locationId, signal), this.settings),
      );
    }
    return changes;
  }

  /** A conference arrives within minutes: the invites of many are listed rather than read one by one. */
  private async listed(
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, Promise<EnvoyInvite | undefined>>> {
    const found = new Map<string, Promise<EnvoyInvite | undefined>>();
    if (!this.client.listsInvites || new Set(ids).size < manyInvites) return found;
    const yesterday = laterBy(this.clock.instant(), -86_400).slice(0, 10);
    for (let offset: number | null = 0; offset !== null;) {
      const { items, next }: Awaited<ReturnType<EnvoyClient['invites']>> = await this.client.invites(
        yesterday,
        offset,
        signal,
      );
      for (const { id, attributes } of items) {
        found.set(
          vendorId(id) ?? '',
          Promise.resolve({
            expectedArrivalAt: attributes?.['expected-arrival-time'],
            expectedDepartureAt: attributes?.['expected-departure-time'],
          }),
        );
      }
      offset = next;
    }
    return found;
  }

  private async changeOf(entry: EnvoyEntry, signal: AbortSignal): Promise<Change> {
    if (entry.isDelivery === true) return { kind: 'ignored', reason: 'a delivery' };
    const flow = await this.places.flow(entry.flowId, signal);
    const reason = this.reasonToIgnore(entry.locationId, flow.isStaff);
    if (reason) return { kind: 'ignored', reason };
    const place = await this.places.place(entry.locationId, signal);
    return visitOfListedEntry(
      entry,
      flow.name ? { ...place, visitType: flow.name } : place,
      this.settings,
      this.settings.start_by_poll,
    );
  }

  private async record(
    key: string,
    inviteOf: (id: string) => Promise<EnvoyInvite | undefined>,
    signal: AbortSignal,
  ): Promise<readonly Change[]> {
    const [resource, id = ''] = key.split('/', 2);
    if (!vendorId(id)) return [];
    if (resource === 'invite') {
      const invite = await inviteOf(id);
      return invite ? [visitOfReadInvite(id, invite, await this.places.place(invite.locationId, signal))] : [];
    }
    const entry = resource === 'entry' ? await this.client.one<EnvoyEntry>('entries', id, signal) : undefined;
    return entry ? [await this.changeOf({ ...entry, id }, signal)] : [];
  }

  private async details(
    { key, inviteId, locationId }: Details,
    inviteOf: (id: string) => Promise<EnvoyInvite | undefined>,
    signal: AbortSignal,
  ): Promise<readonly Change[]> {
    const invite = inviteId ? await inviteOf(inviteId) : undefined;
    const place = locationId ? await this.places.place(locationId, signal) : {};
    const facts = { ...place, ...(invite ? expectedTimes(invite) : {}) };
    return Object.keys(facts).length > 0 ? [{ kind: 'patch', key, facts }] : [];
  }

  private reasonToIgnore(locationId: unknown, isStaff: boolean): string | undefined {
    if (isStaff) return 'an employee';
    const id = vendorId(locationId) ?? vendorLine(locationId);
    const { location_ids: wanted } = this.settings;
    return wanted?.length && !wanted.includes(id ?? '') ? 'another location' : undefined;
  }
}
