import { Clock, SystemClock } from '../../../src/kernel/clock.js';

export interface Entry {
  readonly id: string;
  fullName: string;
  email: string | null;
  phone?: string;
  host: string | null;
  hostEmail: string | null;
  company?: string;
  purpose?: string;
  locationId: string;
  flowId: string;
  inviteId?: string;
  isEmployee: boolean;
  isDelivery: boolean;
  agreementRefused?: boolean;
  signedInAt: Date;
  signedOutAt?: Date;
  approval?: { status: string; autoApproved: boolean; reviewedAt?: Date };
}

export interface Invite {
  readonly id: string;
  fullName: string;
  email: string | null;
  host: string;
  hostEmail: string;
  locationId: string;
  flowId: string;
  isEmployee: boolean;
  expectedArrivalAt: Date;
  expectedDepartureAt?: Date;
  entryId?: string;
  removed?: boolean;
}

export interface Location {
  readonly id: string;
  name: string;
  timezone: string;
}
export interface Flow {
  readonly id: string;
  name: string;
  type: string;
}
export type Happening =
  | { readonly event: string; readonly of: 'entry'; readonly record: Entry }
  | { readonly event: string; readonly of: 'invite'; readonly record: Invite };
export type Arrival = Partial<Omit<Entry, 'id' | 'signedInAt'>> & { readonly signedInAt?: Date };

let offices = 0;

/**
 * What Envoy knows of one company: who is expected, who signed in, who left. Everything that is done is told to whoever
 * listens.
 */
export class EnvoyOffice {
  readonly locations: Location[] = [
    { id: '4410', name: 'London HQ', timezone: 'Europe/London' },
    { id: '4411', name: 'Vienna', timezone: 'Europe/Vienna' },
  ];
  readonly flows: Flow[] = [
    { id: '320', name: 'Visitor', type: 'visitor' },
    { id: '321', name: 'Contractor', type: 'visitor' },
    { id: '399', name: 'Employee screening', type: 'Employee registration' },
  ];
  readonly entries: Entry[] = [];
  readonly invites: Invite[] = [];
  private readonly listeners: ((happening: Happening) => void)[] = [];
  private nextId: number;

  constructor(readonly clock: Clock = new SystemClock()) {
    // Two companies never have an id in common, as at Envoy.
    offices += 1;
    this.nextId = 9_912_041 + offices * 1000;
  }

  onHappening(listen: (happening: Happening) => void): void {
    this.listeners.push(listen);
  }

  invite(changes: Partial<Omit<Invite, 'id'>> = {}): string {
    const invite: Invite = {
      id: this.takeId(),
      fullName: 'Ada Byron',
      email: 'ada@example.com',
      host: 'Charles Abbot',
      hostEmail: 'ca@acme.example',
      locationId: '4410',
      flowId: '320',
      isEmployee: false,
      expectedArrivalAt: this.clock.now(),
      ...changes,
    };
    this.invites.push(invite);
    this.tellInvite('invite_created', invite);
    return invite.id;
  }

  changeInvite(id: string, changes: Partial<Omit<Invite, 'id'>>): void {
    this.tellInvite('invite_updated', Object.assign(this.inviteOf(id), changes));
  }

  removeInvite(id: string): void {
    this.tellInvite('invite_removed', Object.assign(this.inviteOf(id), { removed: true }));
  }

  signIn(arrival: Arrival = {}): string {
    return this.enter(arrival, arrival.isEmployee ? 'employee_entry_sign_in' : 'entry_sign_in');
  }

  /** A block-list rule matched: an admin has to decide. */
  signInForReview(arrival: Arrival = {}): string {
    return this.enter({ ...arrival, approval: { status: 'review', autoApproved: false } }, 'entry_blacklist_review');
  }

  /** An admin lets somebody in: told as a sign-in. */
  approve(id: string): void {
    const entry = this.entryOf(id);
    entry.approval = { status: 'approved', autoApproved: false, reviewedAt: this.clock.now() };
    this.tellEntry('entry_sign_in', entry);
  }

  deny(id: string): void {
    const entry = this.entryOf(id);
    entry.approval = { status: 'denied', autoApproved: false, reviewedAt: this.clock.now() };
    this.tellEntry('entry_blacklist_deny', entry);
  }

  signOut(id: string): void {
    const entry = this.entryOf(id);
    entry.signedOutAt = this.clock.now();
    this.tellEntry('entry_sign_out', entry);
  }

  /** The clock signs everybody out, and tells nobody. */
  signOutByClock(at: Date = this.clock.now()): void {
    for (const entry of this.entries) entry.signedOutAt ??= at;
  }

  entryOf(id: string): Entry {
    return found(this.entries, id);
  }

  inviteOf(id: string): Invite {
    return found(this.invites, id);
  }

  private enter(arrival: Arrival, event: string): string {
    const entry: Entry = {
      id: this.takeId(),
      fullName: 'Ada Byron',
      email: 'ada@example.com',
      host: 'Charles Abbot',
      hostEmail: 'ca@acme.example',
      locationId: '4410',
      flowId: '320',
      isEmployee: false,
      isDelivery: false,
      signedInAt: this.clock.now(),
      ...arrival,
    };
    this.entries.push(entry);
    if (entry.inviteId) this.inviteOf(entry.inviteId).entryId = entry.id;
    this.tellEntry(event, entry);
    return entry.id;
  }

  private takeId(): string {
    this.nextId += 1;
    return String(this.nextId);
  }

  private tellEntry(event: string, record: Entry): void {
    for (const listen of this.listeners) listen({ event, of: 'entry', record });
  }

  private tellInvite(event: string, record: Invite): void {
    for (const listen of this.listeners) listen({ event, of: 'invite', record });
  }
}

function found<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((each) => each.id === id);
  if (!item) throw new Error(`Nothing has the id ${id}`);
  return item;
}
