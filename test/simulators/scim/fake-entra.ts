import { coreGroup, coreUser, enterpriseUser, filterOf, patchOp, type Person, ScimClient } from './scim-client.js';

interface Options {
  /**
   * With the flag `aadOptscim062020` in the tenant URL, requests follow the standard; without it, they are as they ever
   * were.
   */
  readonly hasFlag: boolean;
  readonly matchesBy?: 'userName' | 'emails[type eq "work"].value';
}

/**
 * Microsoft Entra ID's provisioning service: matches, creates what it does not find, patches what differs, users before
 * groups. https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
 */
export class FakeEntra {
  /** Ids at the service, by key. */
  readonly ids = new Map<string, string>();
  private readonly sent = new Map<string, Person>();

  constructor(
    readonly client: ScimClient,
    private readonly options: Options,
  ) {}

  /** A random GUID, which nobody has: it must be an empty list, not 404. */
  async testConnection(): Promise<void> {
    const found = await this.client.expect(
      [200],
      'GET',
      `/Users${filterOf('userName', '1f2e3d4c-0000-4000-8000-000000000000')}`,
    );
    if (found.totalResults !== 0 || !Array.isArray(found.Resources))
      throw new Error('not compliant: a filter without a match is an empty list');
  }

  /** One cycle over the people in scope. */
  async provision(people: readonly Person[]): Promise<void> {
    for (const each of people) await this.provisionOne(each);
  }

  async provisionOne(person: Person): Promise<void> {
    const known = this.ids.get(person.key) ?? (await this.match(person));
    if (known === undefined) {
      if (person.isEnabled) await this.create(person);
      return;
    }
    this.ids.set(person.key, known);
    const before = this.sent.get(person.key);
    const operations = this.differences(before, person);
    if (operations.length > 0)
      await this.client.expect([200, 204], 'PATCH', `/Users/${known}`, { schemas: [patchOp], Operations: operations });
    this.sent.set(person.key, { ...person });
  }

  /** Soft deletion, or out of scope. */
  async disable(person: Person): Promise<void> {
    person.isEnabled = false;
    await this.provisionOne(person);
  }

  /** Thirty days later. */
  async purge({ key }: Person): Promise<number> {
    const { status } = await this.client.send('DELETE', `/Users/${this.ids.get(key)}`);
    this.ids.delete(key);
    this.sent.delete(key);
    return status;
  }

  /** Found by its name, or made without members, which come afterwards. */
  async group(displayName: string, externalId: string): Promise<string> {
    const find = async () =>
      (
        await this.client.expect(
          [200],
          'GET',
          `/Groups${filterOf('displayName', displayName)}&excludedAttributes=members`,
        )
      ).Resources[0]?.id as string | undefined;
    const known = await find();
    if (known !== undefined) return known;
    const made = await this.client.expect([201, 409], 'POST', '/Groups', {
      schemas: [coreGroup, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId,
      displayName,
      meta: { resourceType: 'Group' },
    });
    return made.id ?? (await find());
  }

  async addMembers(groupId: string, people: readonly Person[]): Promise<void> {
    const value = people.map(({ key }) => ({ $ref: null, value: this.ids.get(key) }));
    await this.client.expect([200, 204], 'PATCH', `/Groups/${groupId}`, {
      schemas: [patchOp],
      Operations: [{ op: this.options.hasFlag ? 'add' : 'Add', path: 'members', value }],
    });
  }

  async removeMember(groupId: string, { key }: Person): Promise<void> {
    const id = this.ids.get(key);
    const operation = this.options.hasFlag
      ? { op: 'remove', path: `members[value eq "${id}"]` }
      : { op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] };
    await this.client.expect([200, 204], 'PATCH', `/Groups/${groupId}`, {
      schemas: [patchOp],
      Operations: [operation],
    });
  }

  async setManager({ key }: Person, managerId: string): Promise<void> {
    await this.client.expect([200, 204], 'PATCH', `/Users/${this.ids.get(key)}`, {
      schemas: [patchOp],
      Operations: [{ op: 'Add', path: `${enterpriseUser}:manager`, value: managerId }],
    });
  }

  private async match({ userName, email }: Person): Promise<string | undefined> {
    const by = this.options.matchesBy ?? 'userName';
    const found = await this.client.expect([200], 'GET', `/Users${filterOf(by, by === 'userName' ? userName : email)}`);
    if (found.totalResults > 1) throw new Error('two people match');
    return found.Resources[0]?.id;
  }

  private async create(person: Person): Promise<void> {
    const body = {
      schemas: [coreUser, enterpriseUser],
      externalId: person.key,
      userName: person.userName,
      active: true,
      displayName: `${person.givenName} ${person.familyName}`,
      emails: [{ primary: true, type: 'work', value: person.email }],
      addresses: null,
      phoneNumbers: null,
      roles: [],
      meta: { resourceType: 'User' },
      name: {
        formatted: `${person.givenName} ${person.familyName}`,
        familyName: person.familyName,
        givenName: person.givenName,
      },
      [enterpriseUser]: { department: person.department },
    };
    const { status, body: made } = await this.client.send('POST', '/Users', body);
    // Somebody was faster, or the answer to the first time was lost: it looks again.
    const id = status === 409 ? await this.match(person) : made.id;
    if (!id) throw new Error(`create: ${status} ${JSON.stringify(made)}`);
    this.ids.set(person.key, id);
    this.sent.set(person.key, { ...person });
  }

  private differences(before: Person | undefined, person: Person): object[] {
    const { hasFlag } = this.options;
    const isNew = (name: keyof Person) => before?.[name] !== person[name];
    const changed: [string, unknown][] = [
      ...(isNew('isEnabled')
        ? [['active', hasFlag ? person.isEnabled : person.isEnabled ? 'True' : 'False'] as [string, unknown]]
        : []),
      ...(isNew('userName') ? [['userName', person.userName] as [string, unknown]] : []),
      ...(isNew('email') ? [['emails[type eq "work"].value', person.email] as [string, unknown]] : []),
      ...(isNew('givenName') ? [['name.givenName', person.givenName] as [string, unknown]] : []),
      ...(isNew('familyName') ? [['name.familyName', person.familyName] as [string, unknown]] : []),
      ...(isNew('department') ? [[`${enterpriseUser}:department`, person.department] as [string, unknown]] : []),
    ];
    if (!hasFlag) return changed.map(([path, value]) => ({ op: before ? 'Replace' : 'Add', path, value }));
    const plain = changed.filter(([path]) => !path.includes('['));
    return [
      ...changed.filter(([path]) => path.includes('[')).map(([path, value]) => ({ op: 'replace', path, value })),
      ...(plain.length > 0 ? [{ op: 'replace', value: Object.fromEntries(plain) }] : []),
    ];
  }
}
