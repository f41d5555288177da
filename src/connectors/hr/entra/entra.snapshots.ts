import type { Cursor, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { EntraClient } from './entra.client.js';
import type { EntraGroups } from './entra.groups.js';
import { personChange } from './entra.mapping.js';
import type { EntraSettings } from './entra.settings.js';
import type { EntraUser } from './entra.wire.js';

/** Everybody in the directory. There is no total: the list is complete when no page follows. */
export class EntraSnapshots implements Snapshots {
  constructor(
    private readonly client: EntraClient,
    private readonly groups: EntraGroups,
    private readonly settings: EntraSettings,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    const namesOf = await this.groups.ofEverybody(signal);
    for (let link = cursor === null ? this.client.everybody() : linkIn(cursor); ;) {
      const { items, next } = await this.client.page<EntraUser>('users', link, signal);
      const changes = items.map((user) => personChange(user, namesOf(user.id), this.settings));
      if (next === undefined) return yield { changes, cursor: { next: null }, complete: {} };
      yield { changes, cursor: { next } };
      link = next;
    }
  }
}

function linkIn({ next }: Cursor): string {
  if (typeof next !== 'string') throw new ConnectorProblem('cursor_expired', 'The cursor of the list cannot be read');
  return next;
}
