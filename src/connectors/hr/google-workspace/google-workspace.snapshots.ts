import type { Cursor, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { WorkspaceClient } from './google-workspace.client.js';
import type { WorkspaceGroups } from './google-workspace.groups.js';
import { workspaceDeletionChange, workspaceUserChange } from './google-workspace.mapping.js';
import type { WorkspaceSettings } from './google-workspace.settings.js';

interface Place {
  readonly list: 'there' | 'deleted';
  readonly pageToken: string | null;
}

/** Everybody, then who was deleted lately. There is no total: a list is complete when no page follows. */
export class WorkspaceSnapshots implements Snapshots {
  constructor(
    private readonly client: WorkspaceClient,
    private readonly groups: WorkspaceGroups,
    private readonly settings: WorkspaceSettings,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    const namesOf = await this.groups.ofEverybody(signal);
    for (let place: Place = cursor === null ? { list: 'there', pageToken: null } : placeIn(cursor); ;) {
      const { list, pageToken } = place;
      const { users, next } = await this.client.users(list, pageToken, signal);
      const changes = users.map((user) =>
        list === 'there'
          ? workspaceUserChange(user, namesOf(String(user.id)), this.settings)
          : workspaceDeletionChange(user),
      );
      if (next === undefined && list === 'deleted')
        return yield { changes, cursor: { list, pageToken: null, isOver: true }, complete: {} };
      place = next === undefined ? { list: 'deleted', pageToken: null } : { list, pageToken: next };
      yield { changes, cursor: { ...place } };
    }
  }
}

function placeIn(cursor: Cursor): Place {
  const { list, pageToken } = cursor as Partial<Place>;
  if ((list !== 'there' && list !== 'deleted') || pageToken === undefined)
    throw new ConnectorProblem('cursor_expired', 'The cursor of the list cannot be read');
  return { list, pageToken };
}
