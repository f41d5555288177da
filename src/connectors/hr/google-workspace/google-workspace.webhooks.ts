import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { HookAnswer } from '../../../provisioning/connector/hook-answer.js';
import { isSameText } from '../../../provisioning/connector/same-text.js';
import { malformedRecord, vendorId, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import type { WorkspaceSettings } from './google-workspace.settings.js';
import { userKind, type WorkspaceMessage } from './google-workspace.wire.js';

/**
 * Messages of a channel name a user (https://developers.google.com/workspace/admin/directory/v1/guides/push). Their proof
 * is the token that we gave when the channel was opened, in a header.
 */
export class WorkspaceWebhooks implements Receives {
  constructor(private readonly settings: Pick<WorkspaceSettings, 'channel_token'>) {}

  /** The first message of a channel says only that it is open. */
  handshake({ headers }: InboundRequest): HookAnswer | undefined {
    return headers['x-goog-resource-state'] === 'sync' ? { status: 200 } : undefined;
  }

  verify({ headers }: InboundRequest): Promise<Accepted> {
    return Promise.resolve().then(() => {
      const { channel_token: token } = this.settings;
      if (!token || !isSameText(headers['x-goog-channel-token'] ?? '', token))
        throw new ConnectorProblem('signature_invalid', 'The message does not show the token of this connection');
      return {};
    });
  }

  interpret({ body }: StoredMessage): readonly Change[] {
    const message = vendorObject<WorkspaceMessage>(body);
    if (!message) return [malformedRecord('The body is not a JSON object')];
    if (message.kind !== userKind) return [{ kind: 'ignored', reason: 'it is about no user' }];
    const key = vendorId(message.id);
    return [key ? { kind: 'hint', of: 'record', key } : malformedRecord('id: is missing')];
  }
}
