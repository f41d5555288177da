export interface Person {
  readonly id: string;
  /** What was set, if only to null. */
  readonly properties: Record<string, string | boolean | null>;
  state: 'there' | 'in the recycle bin' | 'gone';
}

export interface Group {
  readonly id: string;
  displayName: string;
  readonly members: Set<string>;
  state: 'there' | 'gone';
}

/** One thing that happened. Rounds of changes are made of these. */
export interface Happening {
  readonly resource: 'users' | 'groups';
  readonly id: string;
  /** Names of the properties concerned; null: the whole record, made, removed or restored. */
  readonly properties: readonly string[] | null;
  readonly member?: { readonly id: string; readonly isRemoved: boolean };
  readonly at: number;
}

/** The people and groups of one tenant, and all that happened to them. */
export class Directory {
  readonly people = new Map<string, Person>();
  readonly groups = new Map<string, Group>();
  readonly happenings: Happening[] = [];
  private readonly listeners: ((happening: Happening, isForGood: boolean) => void)[] = [];
  private ids = 0;

  constructor(private readonly clock: { milliseconds(): number }) {}

  onHappening(listener: (happening: Happening, isForGood: boolean) => void): void {
    this.listeners.push(listener);
  }

  hire(properties: Person['properties'] = {}): string {
    const id = this.newId('11');
    const number = this.ids;
    this.people.set(id, {
      id,
      state: 'there',
      properties: {
        accountEnabled: true,
        displayName: `Jana Novak${number}`,
        givenName: 'Jana',
        surname: `Novak${number}`,
        userPrincipalName: `Jana.Novak${number}@acme.example`,
        mail: `Jana.Novak${number}@acme.example`,
        department: 'Finance',
        userType: 'Member',
        aboutMe: 'nobody asks for this',
        ...properties,
      },
    });
    this.note({ resource: 'users', id, properties: null });
    return id;
  }

  change(id: string, properties: Person['properties']): void {
    Object.assign(this.people.get(id)!.properties, properties);
    this.note({ resource: 'users', id, properties: Object.keys(properties) });
  }

  /** Into the recycle bin, for 30 days. */
  remove(id: string): void {
    this.people.get(id)!.state = 'in the recycle bin';
    this.note({ resource: 'users', id, properties: null });
  }

  restore(id: string): void {
    this.people.get(id)!.state = 'there';
    this.note({ resource: 'users', id, properties: null });
  }

  purge(id: string): void {
    this.people.get(id)!.state = 'gone';
    this.note({ resource: 'users', id, properties: null }, true);
  }

  addGroup(displayName: string): string {
    const id = this.newId('22');
    this.groups.set(id, { id, displayName, members: new Set(), state: 'there' });
    this.note({ resource: 'groups', id, properties: null });
    return id;
  }

  rename(group: string, displayName: string): void {
    this.groups.get(group)!.displayName = displayName;
    this.note({ resource: 'groups', id: group, properties: ['displayName'] });
  }

  removeGroup(group: string): void {
    this.groups.get(group)!.state = 'gone';
    this.note({ resource: 'groups', id: group, properties: null }, true);
  }

  /** A person, or another group. */
  join(group: string, member: string): void {
    this.groups.get(group)!.members.add(member);
    this.note({ resource: 'groups', id: group, properties: ['members'], member: { id: member, isRemoved: false } });
  }

  leave(group: string, member: string): void {
    this.groups.get(group)!.members.delete(member);
    this.note({ resource: 'groups', id: group, properties: ['members'], member: { id: member, isRemoved: true } });
  }

  /** Through groups inside it. */
  everybodyIn(group: string, seen = new Set<string>()): ReadonlySet<string> {
    for (const member of this.groups.get(group)?.members ?? []) {
      if (seen.has(member)) continue;
      seen.add(member);
      if (this.groups.has(member)) this.everybodyIn(member, seen);
    }
    return seen;
  }

  private note(happening: Omit<Happening, 'at'>, isForGood = false): void {
    const noted = { ...happening, at: this.clock.milliseconds() };
    this.happenings.push(noted);
    for (const listener of this.listeners) listener(noted, isForGood);
  }

  private newId(kind: string): string {
    this.ids += 1;
    return `${kind}000000-0000-4000-8000-${String(this.ids).padStart(12, '0')}`;
  }
}
