import type { ListWords } from '../../../provisioning/connector/define-connector.js';
import type { WorkspaceClient } from './google-workspace.client.js';
import type { WorkspaceGroups } from './google-workspace.groups.js';
import { workspaceDeletionChange, workspaceUserChange } from './google-workspace.mapping.js';
import type { WorkspaceSettings } from './google-workspace.settings.js';

export interface WorkspaceApi {
  readonly client: WorkspaceClient;
  readonly groups: WorkspaceGroups;
}

interface Place {
  readonly list: 'there' | 'deleted';
  readonly pageToken: string | null;
}

type NamesOf = Awaited<ReturnType<WorkspaceGroups['ofEverybody']>>;

/** Everybody, then who was deleted lately. There is no total: a list is complete when no page follows. */
export const workspaceList: ListWords<WorkspaceSettings, WorkspaceApi, Place, NamesOf> = {
  begin: ({ api: { groups } }, signal) => groups.ofEverybody(signal),
  first: () => ({ list: 'there', pageToken: null }),
  resumed: ({ list, pageToken }) =>
    (list === 'there' || list === 'deleted') && (typeof pageToken === 'string' || pageToken === null)
      ? { list, pageToken }
      : undefined,
  page: async ({ api: { client }, settings }, { list, pageToken }, signal, namesOf) => {
    const { users, next } = await client.users(list, pageToken, signal);
    const changes = users.map((user) =>
      list === 'there' ? workspaceUserChange(user, namesOf(String(user.id)), settings) : workspaceDeletionChange(user),
    );
    if (next !== undefined) return { changes, next: { list, pageToken: next } };
    return { changes, next: list === 'there' ? { list: 'deleted', pageToken: null } : null };
  },
};
