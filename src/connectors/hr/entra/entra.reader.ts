import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import type { EntraClient } from './entra.client.js';
import type { EntraGroups } from './entra.groups.js';
import { personChange } from './entra.mapping.js';
import type { EntraSettings } from './entra.settings.js';

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** People as they are now, with their groups. */
export class EntraReader implements Reads {
  constructor(
    private readonly client: EntraClient,
    private readonly groups: EntraGroups,
    private readonly settings: EntraSettings,
  ) {}

  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const ids = [...new Set(hints.map(({ key }) => key))].filter((key) => idForm.test(key));
    if (ids.length === 0) return [];
    const users = await this.client.users(ids, signal);
    const names = users.length > 0 ? await this.groups.names(signal) : {};
    const namesOf = await this.groups.of(
      users.map(({ id }) => id),
      names,
      signal,
    );
    return users.map((user) => personChange(user, namesOf(user.id), this.settings));
  }
}
