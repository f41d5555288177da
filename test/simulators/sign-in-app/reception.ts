import { Clock, SystemClock } from '../../../src/kernel/clock.js';

export interface Visitor {
  readonly id: number;
  readonly siteId: number;
  readonly groupId: number;
  readonly returningVisitorId: number | null;
  name: string;
  email: string | null;
  mobile: string | null;
  visiting: string | null;
  inAt: Date | null;
  outAt: Date | null;
  expectedAt: Date | null;
  rejected: boolean;
}

export interface Site {
  readonly id: number;
  name: string;
  timezone: string;
  type: 'standard' | 'remote';
}
export interface Happening {
  readonly event: 'visitor.signin' | 'visitor.signout';
  readonly at: Date;
  readonly visitor: Visitor;
}
export type Arrival = Partial<Omit<Visitor, 'id'>>;

let receptions = 0;

/** What Sign In App knows of one client: its sites, its groups, who is there. */
export class Reception {
  readonly sites: Site[] = [
    { id: 12, name: 'Leeds Office', timezone: 'Europe/London', type: 'standard' },
    { id: 13, name: 'Vienna', timezone: 'Europe/Vienna', type: 'standard' },
  ];
  readonly groups = [
    { id: 1, name: 'Visitors', type: 'non-returning' },
    { id: 2, name: 'Employees', type: 'returning' },
    { id: 3, name: 'Deliveries', type: 'delivery' },
  ];
  readonly visitors: Visitor[] = [];
  private readonly listeners: ((happening: Happening) => void)[] = [];
  private nextId: number;

  constructor(readonly clock: Clock = new SystemClock()) {
    receptions += 1;
    this.nextId = 880_120 + receptions * 1000;
  }

  onHappening(listen: (happening: Happening) => void): void {
    this.listeners.push(listen);
  }

  expect(arrival: Arrival = {}): number {
    return this.add({ expectedAt: this.clock.now(), ...arrival, inAt: null }).id;
  }

  signIn(arrival: Arrival = {}): number {
    const visitor = this.add({ inAt: this.clock.now(), ...arrival });
    this.tell('visitor.signin', visitor.inAt!, visitor);
    return visitor.id;
  }

  /** The expected visitor arrives, or one who has left comes back. */
  arrive(id: number): void {
    const visitor = Object.assign(this.find(id), { inAt: this.clock.now(), outAt: null });
    this.tell('visitor.signin', visitor.inAt, visitor);
  }

  reject(id: number): void {
    Object.assign(this.find(id), { rejected: true, inAt: this.clock.now() });
  }

  signOut(id: number, at: Date = this.clock.now()): void {
    const visitor = Object.assign(this.find(id), { outAt: at });
    this.tell('visitor.signout', visitor.outAt, visitor);
  }

  /** At midnight everybody is signed out, and nobody is told. */
  signOutByClock(at: Date = this.clock.now()): void {
    for (const visitor of this.visitors) if (visitor.inAt) visitor.outAt ??= at;
  }

  find(id: number): Visitor {
    const visitor = this.visitors.find((each) => each.id === id);
    if (!visitor) throw new Error(`There is no visitor ${id}`);
    return visitor;
  }

  private add(arrival: Arrival): Visitor {
    this.nextId += 1;
    const visitor: Visitor = {
      id: this.nextId,
      siteId: 12,
      groupId: 1,
      returningVisitorId: null,
      name: 'Grace Holt',
      email: 'grace@example.org',
      mobile: '+447700900456',
      visiting: 'Alan Tate',
      inAt: null,
      outAt: null,
      expectedAt: null,
      rejected: false,
      ...arrival,
    };
    this.visitors.push(visitor);
    return visitor;
  }

  private tell(event: Happening['event'], at: Date, visitor: Visitor): void {
    for (const listen of this.listeners) listen({ event, at, visitor: { ...visitor } });
  }
}
