export interface DirectoryUser {
  readonly id: string;
  readonly fields: Record<string, unknown>;
  isDeleted: boolean;
}

export interface DirectoryEvent {
  readonly event: 'add' | 'update' | 'delete' | 'undelete';
  readonly id: string;
}

/** Users and groups of one company. */
export class CompanyDirectory {
  readonly users = new Map<string, DirectoryUser>();
  /** By address. */
  readonly groups = new Map<string, { readonly name: string; readonly members: Set<string> }>();
  private readonly listeners: ((event: DirectoryEvent) => void)[] = [];
  private ids = 0;

  onEvent(listener: (event: DirectoryEvent) => void): void {
    this.listeners.push(listener);
  }

  hire(fields: Record<string, unknown> = {}): string {
    this.ids += 1;
    const id = `1112208606558418${String(this.ids).padStart(5, '0')}`;
    this.users.set(id, {
      id,
      isDeleted: false,
      fields: {
        primaryEmail: `jana.novak${this.ids}@acme.example`,
        name: { givenName: 'Jana', familyName: `Novak${this.ids}`, fullName: `Jana Novak${this.ids}` },
        suspended: false,
        archived: false,
        orgUnitPath: '/Office',
        recoveryEmail: 'private@home.example',
        ...fields,
      },
    });
    this.tell('add', id);
    return id;
  }

  change(id: string, fields: Record<string, unknown>): void {
    Object.assign(this.users.get(id)!.fields, fields);
    this.tell('update', id);
  }

  remove(id: string): void {
    this.users.get(id)!.isDeleted = true;
    this.tell('delete', id);
  }

  restore(id: string): void {
    this.users.get(id)!.isDeleted = false;
    this.tell('undelete', id);
  }

  addGroup(address: string, name: string): string {
    this.groups.set(address, { name, members: new Set() });
    return address;
  }

  /** An id of a user, the address of another group, or `*`: everybody. Nobody is told. */
  join(group: string, member: string): void {
    this.groups.get(group)!.members.add(member);
  }

  leave(group: string, member: string): void {
    this.groups.get(group)!.members.delete(member);
  }

  domainOf(user: string): string | undefined {
    return String(this.users.get(user)?.fields.primaryEmail ?? '').split('@')[1];
  }

  /** Ids and addresses, through groups inside it. */
  everybodyIn(group: string, seen = new Set<string>()): ReadonlySet<string> {
    for (const member of this.groups.get(group)?.members ?? []) {
      if (seen.has(member)) continue;
      seen.add(member);
      if (this.groups.has(member)) this.everybodyIn(member, seen);
    }
    return seen;
  }

  private tell(event: DirectoryEvent['event'], id: string): void {
    for (const listener of this.listeners) listener({ event, id });
  }
}
