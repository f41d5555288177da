import type { Clock, Instant } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { Change } from '../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Reads, Receives } from '../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../provisioning/connector/stored-message.js';
import type { HookAnswer } from '../../provisioning/connector/hook-answer.js';
import { fitsMessage } from '../../provisioning/connector/mapping/match.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import { malformedRecord, vendorId, vendorObject } from '../../provisioning/connector/vendor-record.js';
import { WebhookVerifier } from '../generic/webhook/webhook.client.js';
import { handshakeAnswer } from '../generic/webhook/webhook.handshake.js';
import type { WebhookSettings } from '../generic/webhook/webhook.settings.js';
import type { TemplateValues } from './template.js';
import type { VendorClient } from './vendor-client.js';
import type { VendorFile, VendorWebhook } from './vendor-file.js';
import { VendorJoins } from './vendor-joins.js';
import type { VendorMapping } from './vendor-mapping.js';

/** Of one message; a poll or list finds what further ones were about. */
const mostEvents = 1000;

/** Messages that say which record to read again; what they say of it is not used. */
export class VendorHints implements Receives {
  private readonly verifier: WebhookVerifier;

  constructor(
    private readonly webhook: VendorWebhook,
    values: TemplateValues,
    clock: Clock,
    log: Log,
  ) {
    const secret = values[webhook.secret] as string | undefined;
    const settings = { verifier: webhook.verifier, secret } as WebhookSettings;
    this.verifier = new WebhookVerifier(settings, clock, log);
  }

  /** In the vendor's words, where it wants some. */
  private get answer(): Pick<Accepted, 'answer'> {
    const { acknowledge } = this.webhook;
    if (!acknowledge) return {};
    const { status = 200, type, body } = acknowledge;
    return { answer: { status, headers: { 'content-type': `${type}; charset=utf-8` }, body } };
  }

  handshake(request: InboundRequest): HookAnswer | undefined {
    return handshakeAnswer(this.webhook.handshake, request);
  }

  verify(request: InboundRequest): Promise<Accepted> {
    return Promise.resolve().then(() => ({ ...this.verifier.admit(request), ...this.answer }));
  }

  interpret({ body, receivedAt }: StoredMessage): readonly Change[] {
    const message = vendorObject(body);
    if (!message) return [malformedRecord('the message is no JSON object')];
    return hintsIn(this.webhook, message, receivedAt);
  }
}

/** What a message comes to, of each of its events. */
export function hintsIn(
  webhook: Pick<VendorWebhook, 'hints' | 'events'>,
  message: object,
  receivedAt: Instant,
): readonly Change[] {
  if (webhook.events === undefined) return hintIn(webhook, message, receivedAt);
  const events = valueIn(message, pointerIn(webhook.events)!);
  if (!Array.isArray(events)) return [{ kind: 'ignored', reason: `there are no events at "${webhook.events}"` }];
  return events.slice(0, mostEvents).flatMap((event: unknown) => hintIn(webhook, event, receivedAt));
}

/** A record that is read again, or nothing. An order to end access is obeyed before that, whatever the record says. */
function hintIn({ hints }: Pick<VendorWebhook, 'hints'>, message: unknown, revokedAt: Instant): readonly Change[] {
  const hint = hints.find(({ when = [] }) => fitsMessage(when, message));
  if (!hint) return [{ kind: 'ignored', reason: 'it is about nothing that is read' }];
  const key = vendorId(valueIn(message, pointerIn(hint.key)!));
  if (!key) return [malformedRecord(`there is no id at "${hint.key}"`)];
  const reading: Change = { kind: 'hint', of: 'record', key };
  return hint.revokes ? [{ kind: 'patch', key, facts: { revokedAt } }, reading] : [reading];
}

/** Reads the records that hints name. One that is gone has no change: the engine ends whoever a hint finds no more. */
export class VendorReader implements Reads {
  constructor(
    private readonly file: VendorFile,
    private readonly client: VendorClient,
    private readonly mapping: VendorMapping,
    private readonly clock: Clock,
  ) {}

  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const changes: Change[] = [];
    const joins = new VendorJoins(this.file, this.client, this.clock);
    for (const { key } of hints) {
      const readAt = this.clock.instant();
      const found = await this.client.record(this.file.record!, key, signal);
      if (!found) continue;
      const [record] = await joins.joined([found.record], signal);
      changes.push(this.mapping.readAt(readAt, record, found.body));
    }
    return changes;
  }
}
