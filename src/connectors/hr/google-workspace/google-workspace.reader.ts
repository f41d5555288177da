import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import type { WorkspaceClient } from './google-workspace.client.js';
import type { WorkspaceGroups } from './google-workspace.groups.js';
import { workspaceUserChange } from './google-workspace.mapping.js';
import type { WorkspaceSettings } from './google-workspace.settings.js';

/** Users as they are now, with their groups. */
export class WorkspaceReader implements Reads {
  constructor(
    private readonly client: WorkspaceClient,
    private readonly groups: WorkspaceGroups,
    private readonly settings: WorkspaceSettings,
  ) {}

  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const ids = [...new Set(hints.map(({ key }) => key))].filter((key) => /^\d{1,40}$/.test(key));
    const changes: Change[] = [];
    let names: ReadonlyMap<string, string> | undefined;
    for (const id of ids) {
      const user = await this.client.user(id, signal);
      if (!user) continue;
      names ??= await this.groups.names(signal);
      changes.push(workspaceUserChange(user, await this.groups.of(id, names, signal), this.settings));
    }
    return changes;
  }
}
