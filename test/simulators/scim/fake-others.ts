import { coreGroup, coreUser, filterOf, patchOp, type Person, ScimClient } from './scim-client.js';

/**
 * JumpCloud: tries a user and a group when it is activated, and takes both away again; members as lists, as Entra ID
 * says them. https://jumpcloud.com/support
 */
export class FakeJumpCloud {
  readonly ids = new Map<string, string>();

  constructor(readonly client: ScimClient) {}

  async activate(): Promise<void> {
    await this.client.expect([200], 'GET', '/Users?startIndex=1&count=1');
    const user = await this.client.expect([201], 'POST', '/Users', {
      schemas: [coreUser],
      userName: 'jumpcloud-test@contoso.example',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ value: 'jumpcloud-test@contoso.example', type: 'work', primary: true }],
      active: true,
    });
    const group = await this.client.expect([201], 'POST', '/Groups', {
      schemas: [coreGroup],
      displayName: 'JumpCloud test group',
      members: [{ value: user.id }],
    });
    await this.client.expect([200, 204], 'PATCH', `/Groups/${group.id}`, {
      schemas: [patchOp],
      Operations: [{ op: 'remove', path: 'members', value: [{ value: user.id }] }],
    });
    await this.client.expect([204], 'DELETE', `/Groups/${group.id}`);
    await this.client.expect([204], 'DELETE', `/Users/${user.id}`);
  }

  async create({ key, userName, email }: Person): Promise<void> {
    const made = await this.client.expect([201], 'POST', '/Users', {
      schemas: [coreUser],
      userName,
      externalId: key,
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
    });
    this.ids.set(key, made.id);
  }

  /** A group of the same name is taken over. */
  async takeOverGroup(displayName: string, people: readonly Person[]): Promise<string> {
    const found = await this.client.expect([200], 'GET', `/Groups${filterOf('displayName', displayName)}`);
    const id =
      found.Resources[0]?.id ??
      (await this.client.expect([201], 'POST', '/Groups', { schemas: [coreGroup], displayName })).id;
    await this.client.expect([200, 204], 'PATCH', `/Groups/${id}`, {
      schemas: [patchOp],
      Operations: [{ op: 'add', path: 'members', value: people.map(({ key }) => ({ value: this.ids.get(key) })) }],
    });
    return id;
  }

  async deactivate({ key }: Person): Promise<void> {
    await this.client.expect([200, 204], 'PATCH', `/Users/${this.ids.get(key)}`, {
      schemas: [patchOp],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    });
  }

  async delete({ key }: Person): Promise<void> {
    await this.client.expect([204], 'DELETE', `/Users/${this.ids.get(key)}`);
  }
}

/** Rippling: asks how to authenticate, looks by either name, says "true" for true, repeats itself. */
export class FakeRippling {
  readonly ids = new Map<string, string>();

  constructor(readonly client: ScimClient) {}

  async connect(): Promise<void> {
    await this.client.expect([200], 'GET', '/ServiceProviderConfig');
    await this.client.expect([200], 'GET', '/Users?count=1');
  }

  async hire({ key, userName, email, givenName, familyName }: Person): Promise<void> {
    for (const [attribute, value] of [
      ['externalId', key],
      ['userName', userName],
    ]) {
      const found = await this.client.expect([200], 'GET', `/Users${filterOf(attribute, value)}`);
      if (found.totalResults > 0) throw new Error('There already');
    }
    const body = {
      schemas: [coreUser],
      userName,
      externalId: key,
      name: { givenName, familyName },
      active: 'true',
      emails: [
        { value: email, type: 'work', primary: 'true' },
        { value: email, type: 'work', primary: 'true' },
      ],
    };
    const made = await this.client.expect([201], 'POST', '/Users', body);
    this.ids.set(key, made.id);
    // Sent once more, as after a time-out.
    await this.client.expect([409], 'POST', '/Users', body);
  }

  /** Without a path, upper case, a bare manager, an element that is not there yet. */
  async change({ key, email }: Person, managerId: string): Promise<void> {
    await this.client.expect([200, 204], 'PATCH', `/Users/${this.ids.get(key)}`, {
      schemas: [patchOp],
      Operations: [
        {
          op: 'REPLACE',
          value: {
            title: 'Lead',
            manager: managerId,
            active: 'True',
            'emails[type eq "other"].value': `other-${email}`,
          },
        },
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Vienna' },
      ],
    });
  }

  async terminate({ key }: Person): Promise<void> {
    await this.client.expect([200, 204], 'PATCH', `/Users/${this.ids.get(key)}`, {
      schemas: [patchOp],
      Operations: [{ op: 'replace', value: { active: 'false' } }],
    });
  }
}
