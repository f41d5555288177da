import { coreGroup, coreUser, filterOf, patchOp, type Person, ScimClient } from './scim-client.js';

/**
 * Okta: looks for the name, creates, and remembers our id.
 * https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
 */
abstract class FakeOkta {
  readonly ids = new Map<string, string>();

  constructor(readonly client: ScimClient) {}

  async assign(person: Person): Promise<void> {
    const found = await this.client.expect(
      [200],
      'GET',
      `/Users${filterOf('userName', person.userName)}&startIndex=1&count=100`,
    );
    if (found.Resources.length > 0) {
      this.ids.set(person.key, found.Resources[0].id);
      return this.update(person);
    }
    const made = await this.client.expect([201], 'POST', '/Users', {
      ...this.profile(person),
      password: '1mz050nq',
      locale: 'en-US',
      groups: [],
    });
    // An empty answer is an error to it.
    if (typeof made?.id !== 'string') throw new Error('The answer holds no id');
    this.ids.set(person.key, made.id);
  }

  abstract update(person: Person): Promise<void>;
  abstract setActive(person: Person, isActive: boolean): Promise<void>;

  protected profile({ key, userName, givenName, familyName, email, isEnabled }: Person) {
    return {
      schemas: [coreUser],
      userName,
      externalId: `00u${key}`,
      name: { givenName, familyName },
      displayName: `${givenName} ${familyName}`,
      emails: [{ primary: true, value: email, type: 'work' }],
      active: isEnabled,
    };
  }
}

/** A custom app (AIW): reads the whole, changes it, puts the whole back. */
export class FakeOktaCustom extends FakeOkta {
  async update(person: Person): Promise<void> {
    const known = await this.client.expect([200], 'GET', `/Users/${this.ids.get(person.key)}`);
    await this.client.expect([200], 'PUT', `/Users/${known.id}`, {
      ...known,
      ...this.profile(person),
      groups: [],
      meta: { resourceType: 'User' },
    });
  }

  setActive(person: Person, isActive: boolean): Promise<void> {
    person.isEnabled = isActive;
    return this.update(person);
  }

  async pushGroup(displayName: string, people: readonly Person[]): Promise<string> {
    const members = people.map(({ key, userName }) => ({ value: this.ids.get(key), display: userName }));
    const found = await this.client.expect([200], 'GET', `/Groups${filterOf('displayName', displayName)}`);
    const id =
      found.Resources[0]?.id ??
      (await this.client.expect([201], 'POST', '/Groups', { schemas: [coreGroup], displayName, members: [] })).id;
    await this.client.expect([200], 'PUT', `/Groups/${id}`, { schemas: [coreGroup], id, displayName, members });
    return id;
  }
}

/**
 * An app of the catalogue: profiles by PUT, everything else by PATCH; says a group's name again with each change of its
 * members.
 */
export class FakeOktaCatalogue extends FakeOkta {
  async update(person: Person): Promise<void> {
    const { active: _active, ...profile } = this.profile(person);
    await this.client.expect([200], 'PUT', `/Users/${this.ids.get(person.key)}`, {
      id: this.ids.get(person.key),
      ...profile,
    });
  }

  async setActive(person: Person, isActive: boolean): Promise<void> {
    person.isEnabled = isActive;
    await this.client.expect([200, 204], 'PATCH', `/Users/${this.ids.get(person.key)}`, {
      schemas: [patchOp],
      Operations: [{ op: 'replace', value: { active: isActive } }],
    });
  }

  async createGroup(displayName: string): Promise<string> {
    return (await this.client.expect([201], 'POST', '/Groups', { schemas: [coreGroup], displayName, members: [] })).id;
  }

  async changeMembers(
    groupId: string,
    displayName: string,
    leaving: readonly Person[],
    joining: readonly Person[],
  ): Promise<void> {
    await this.client.expect([200, 204], 'PATCH', `/Groups/${groupId}`, {
      schemas: [patchOp],
      Operations: [{ op: 'replace', value: { id: groupId, displayName } }],
    });
    await this.client.expect([200, 204], 'PATCH', `/Groups/${groupId}`, {
      schemas: [patchOp],
      Operations: [
        ...leaving.map(({ key }) => ({ op: 'remove', path: `members[value eq "${this.ids.get(key)}"]` })),
        {
          op: 'add',
          path: 'members',
          value: joining.map(({ key, userName }) => ({ value: this.ids.get(key), display: userName })),
        },
      ],
    });
  }

  async pushAllMembers(groupId: string, people: readonly Person[]): Promise<void> {
    await this.client.expect([200, 204], 'PATCH', `/Groups/${groupId}`, {
      schemas: [patchOp],
      Operations: [{ op: 'replace', path: 'members', value: people.map(({ key }) => ({ value: this.ids.get(key) })) }],
    });
  }
}
