import { hash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { malformedRecord, vendorId } from '../../../provisioning/connector/vendor-record.js';
import { otherCustomerIn } from './envoy.customer.js';
import { envelopeOf, eventOf } from './envoy.envelope.js';
import { detailsHint } from './envoy.hints.js';
import { entryKey, inviteKey, envoyPlaceOf, visitOfEntry, visitOfInvite } from './envoy.mapping.js';
import { prove } from './envoy.proof.js';
import { withoutExtras } from './envoy.stored.js';
import type { EnvoySettings } from './envoy.settings.js';
import {
  entryEvents,
  inviteEvents,
  type EnvoyEntryEvent,
  type EnvoyEnvelope,
  type EnvoyInviteEvent,
  type EnvoyPayload,
} from './envoy.wire.js';

/**
 * What an app of our own may answer: 200 done, 202 under way, 400 ignored
 * (https://developers.envoy.com/hub/docs/use-the-plugin-api).
 */
const underWay = { status: 202 };
const ignoredHere = { status: 400 };

/**
 * Both envelopes arrive at one address. The payload is whole, so most visits need no reading; what events never carry
 * is read afterwards.
 */
export class EnvoyWebhooks implements Receives {
  constructor(
    private readonly settings: EnvoySettings,
    private readonly clock: Clock,
  ) {}

  verify(request: InboundRequest): Promise<Accepted> {
    try {
      prove(this.settings, request, this.clock);
    } catch (error) {
      return Promise.reject(error as Error);
    }
    const envelope = envelopeOf(request.body);
    const ofAnother = envelope && otherCustomerIn(envelope, this.settings);
    if (ofAnother)
      return Promise.resolve({ ofAnother, answer: vendorId(envelope.meta?.job?.id) ? ignoredHere : undefined });
    return Promise.resolve(
      envelope
        ? {
            dedupeKey: dedupeKeyOf(envelope),
            stored: withoutExtras(envelope, this.settings),
            answer: this.answerOf(envelope),
          }
        : {},
    );
  }

  interpret({ body, receivedAt }: StoredMessage): readonly Change[] {
    const envelope = envelopeOf(body);
    if (!envelope) return [malformedRecord('The body is not a JSON object with an event')];
    const event = eventOf(envelope);
    const reason = this.reasonToIgnore(envelope);
    if (reason) return [{ kind: 'ignored', reason }];
    const { payload } = envelope;
    if (typeof payload !== 'object' || payload === null) return [malformedRecord('payload is missing')];
    const place = envoyPlaceOf(envelope.meta?.location?.attributes);
    if (isInviteEvent(event)) return this.ofInvite(event, payload, place);
    return this.ofEntry(event as EnvoyEntryEvent, payload, place, receivedAt);
  }

  private ofEntry(
    event: EnvoyEntryEvent,
    payload: EnvoyPayload,
    place: ReturnType<typeof envoyPlaceOf>,
    receivedAt: string,
  ): readonly Change[] {
    const change = visitOfEntry(event, payload, place, this.settings, receivedAt);
    if (change.kind !== 'record') return [change];
    const inviteId = relatedId(payload, 'invite');
    const arrived: Change[] = inviteId ? [{ kind: 'patch', key: inviteKey(inviteId), facts: { status: 'ended' } }] : [];
    const { status } = change.record.facts;
    if (status === 'ended' || status === 'denied') return [change, ...arrived];
    // Nobody waits for the reading: access begins with what is here, and the end follows.
    const locationId = place.timeZone ? undefined : relatedId(payload, 'location');
    const hint =
      inviteId || locationId ? [detailsHint({ key: entryKey(vendorId(payload.id) ?? ''), inviteId, locationId })] : [];
    return [change, ...arrived, ...hint];
  }

  private ofInvite(
    event: EnvoyInviteEvent,
    payload: EnvoyPayload,
    place: ReturnType<typeof envoyPlaceOf>,
  ): readonly Change[] {
    const change = visitOfInvite(event, payload, place, this.settings);
    const inviteId = vendorId(payload.id);
    if (change.kind !== 'record' || event === 'invite_removed') return [change];
    const entryId = relatedId(payload, 'entry');
    // Somebody who is already there may be allowed to stay longer.
    if (entryId) return [change, detailsHint({ key: entryKey(entryId), inviteId })];
    if (change.record.facts.status !== 'expected') return [change];
    return [
      change,
      detailsHint({
        key: change.record.key,
        inviteId,
        locationId: place.timeZone ? undefined : relatedId(payload, 'location'),
      }),
    ];
  }

  private answerOf(envelope: EnvoyEnvelope): Accepted['answer'] {
    if (!vendorId(envelope.meta?.job?.id)) return undefined;
    if (this.reasonToIgnore(envelope)) return ignoredHere;
    return this.isUnderWay(envelope) ? underWay : undefined;
  }

  /** The job of a sign-in stays open until its outcome is reported. */
  isUnderWay(envelope: EnvoyEnvelope): boolean {
    return (
      this.settings.show_credentials &&
      eventOf(envelope) === 'entry_sign_in' &&
      vendorId(envelope.meta?.job?.id) !== undefined &&
      this.reasonToIgnore(envelope) === undefined
    );
  }

  /** Staff, parcels and other locations' visitors are understood, and ignored. */
  private reasonToIgnore(envelope: EnvoyEnvelope): string | undefined {
    const event = eventOf(envelope);
    if (!isInviteEvent(event) && !entryEvents.includes(event as EnvoyEntryEvent))
      return `event ${/^\w{1,60}$/.test(event) ? event : 'without a name'}`;
    const { payload } = envelope;
    if (payload?.attributes?.['employee-screening-flow'] === true) return 'an employee';
    if (payload?.attributes?.['is-delivery'] === true) return 'a delivery';
    return otherCustomerIn(envelope, this.settings);
  }
}

/**
 * The job's id is new for each event and the same for each attempt; `job.identifier` is not. The Webhooks app sends no
 * job, so the entry's own times stand in. An invite may be changed back to what it was, so without a job no two of its
 * events count as the same.
 */
function dedupeKeyOf(envelope: EnvoyEnvelope): string | undefined {
  const jobId = vendorId(envelope.meta?.job?.id);
  if (jobId) return jobId;
  const { payload } = envelope;
  const id = vendorId(payload?.id);
  const event = eventOf(envelope);
  if (!id || !entryEvents.includes(event as EnvoyEntryEvent)) return undefined;
  const { 'signed-in-at': inAt, 'signed-out-at': outAt, 'approval-status': approval } = payload?.attributes ?? {};
  return hash('sha256', JSON.stringify([event, id, inAt, outAt, approval?.status, approval?.['reviewed-at']]), 'hex');
}

function isInviteEvent(event: string): event is EnvoyInviteEvent {
  return inviteEvents.includes(event as EnvoyInviteEvent);
}

function relatedId(payload: EnvoyPayload, name: string): string | undefined {
  return vendorId(payload.relationships?.[name]?.data?.id);
}
