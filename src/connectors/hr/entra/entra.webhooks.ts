import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { HookAnswer } from '../../../provisioning/connector/hook-answer.js';
import { isSameText } from '../../../provisioning/connector/same-text.js';
import { malformedRecord, vendorId, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import type { EntraSettings } from './entra.settings.js';
import { type EntraNotification, groupType, userType } from './entra.wire.js';

/**
 * Notifications name a person or group and nothing else
 * (https://learn.microsoft.com/graph/change-notifications-delivery-webhooks). Their only proof is the secret that we
 * gave when we subscribed; it is in each of them, so the body is read before it is proven.
 */
export class EntraWebhooks implements Receives {
  constructor(private readonly settings: Pick<EntraSettings, 'notification_secret'>) {}

  /** Asked twice when a subscription is made: for notifications, and for news of the subscription. */
  handshake({ path }: InboundRequest): HookAnswer | undefined {
    const token = new URLSearchParams(path.split('?')[1] ?? '').get('validationToken');
    if (token === null || token === '' || token.length > 1000) return undefined;
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: token };
  }

  verify({ body }: InboundRequest): Promise<Accepted> {
    return Promise.resolve().then(() => {
      const { notification_secret: secret } = this.settings;
      const all = notificationsIn(body);
      if (
        !secret ||
        !all ||
        !all.every(({ clientState }) => typeof clientState === 'string' && isSameText(clientState, secret))
      )
        throw new ConnectorProblem('signature_invalid', 'A notification does not show the secret of this connection');
      const asks = new Set(all.flatMap(asksOf));
      return {
        answer: { status: 202 },
        stored: Buffer.from(JSON.stringify({ value: all.map(({ clientState: _shown, ...rest }) => rest) })),
        ...(asks.size > 0 ? { asks: [...asks] } : {}),
      };
    });
  }

  interpret({ body }: StoredMessage): readonly Change[] {
    const all = notificationsIn(body);
    return all ? all.map(meaningOf) : [malformedRecord('There is no list of notifications')];
  }
}

function notificationsIn(body: Buffer): readonly EntraNotification[] | undefined {
  const { value } = vendorObject<{ value: unknown }>(body) ?? {};
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((each) => typeof each === 'object' && each !== null) ? (value as EntraNotification[]) : undefined;
}

/** After a removed subscription, and after messages that were lost, the next round tells what nobody told. */
function asksOf({ lifecycleEvent, resourceData }: EntraNotification): readonly ('renewal' | 'poll')[] {
  switch (lifecycleEvent) {
    case 'reauthorizationRequired':
      return ['renewal'];
    case 'subscriptionRemoved':
      return ['renewal', 'poll'];
    case 'missed':
      return ['poll'];
    default:
      return isOf(resourceData, groupType) ? ['poll'] : [];
  }
}

function meaningOf({ lifecycleEvent, resourceData }: EntraNotification): Change {
  if (lifecycleEvent !== undefined) return { kind: 'ignored', reason: 'news of the subscription' };
  if (isOf(resourceData, groupType)) return { kind: 'ignored', reason: 'a group: its changes are asked for' };
  if (!isOf(resourceData, userType)) return { kind: 'ignored', reason: 'it is about nobody' };
  const key = vendorId(resourceData?.id);
  return key ? { kind: 'hint', of: 'record', key } : malformedRecord('resourceData: has no id');
}

/** Written #Microsoft.Graph.User here and #microsoft.graph.user elsewhere. */
function isOf(data: EntraNotification['resourceData'], type: string): boolean {
  const written = typeof data === 'object' && data !== null ? data['@odata.type'] : undefined;
  return typeof written === 'string' && written.toLowerCase() === type;
}
