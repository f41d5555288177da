import type { Instant } from '../../kernel/clock.js';
import { recognizeDevice } from '../../radius/stations/recognize-device.js';
import type { SeenStation } from '../../radius/stations/seen-station.wire.js';
import { changeEvent, type ChangeFacts } from './change-event.js';
import { payloadOf } from './event-payload.js';
import {
  type BrokenPolicy,
  changeEvents,
  type ChangeEventType,
  type ConsoleEvent,
  type EventType,
  type RegisteredGuest,
} from './event-types.js';

/**
 * What radius.publish_event stores of an event: observations, in codes. This service adds the texts, so real events and
 * their examples come from the same code.
 */
export interface RadiusFacts {
  readonly at: Instant;
  /** 12 digits, as in the tables. */
  readonly mac?: string | null;
  /** The registered device; it overrides a recognized one. */
  readonly device?: { readonly type?: string | null; readonly os?: string | null } | null;
  /** What access points reported of it, now or recently. */
  readonly seen?: SeenStation | null;
  readonly username?: string | null;
  readonly authMethod?: string | null;
  readonly accessPoint?: string | null;
  readonly accessPointMac?: string | null;
  readonly reasonCode?: string;
  readonly guest?: RegisteredGuest;
  readonly policy?: BrokenPolicy['policy'];
  readonly rules?: BrokenPolicy['rules'] | null;
}

/** Only the events that RADIUS writes. */
export function radiusEvent(event: Exclude<EventType, ChangeEventType>, facts: RadiusFacts): ConsoleEvent {
  const { at, mac, device, seen, username, authMethod, accessPoint, accessPointMac } = facts;
  const recognized = recognizeDevice(seen);
  const around = {
    at,
    device: { mac, type: device?.type ?? recognized.type, os: device?.os ?? recognized.os },
    user: { username, authMethod },
    accessPoint: { name: accessPoint, mac: accessPointMac },
  };
  switch (event) {
    case 'device.connected':
    case 'device.disconnected':
      return { ...around, event };
    case 'auth.failed':
    case 'auth.rejected':
      return { ...around, event, reasonCode: facts.reasonCode ?? 'failed' };
    case 'guest.registered':
      return { ...around, event, guest: facts.guest ?? { id: null } };
    case 'policy.violated':
      return { ...around, event, policy: facts.policy ?? { id: '', name: '' }, rules: facts.rules ?? [] };
    case 'certificate.expiring':
      throw new Error('RADIUS tells nothing of certificates that expire');
  }
}

function isChange(event: EventType): event is ChangeEventType {
  return (changeEvents as readonly EventType[]).includes(event);
}

/** The payload from facts in the outbox. */
export function radiusPayload(event: EventType, text: string, now: Instant): string {
  const facts = JSON.parse(text) as RadiusFacts & ChangeFacts;
  return JSON.stringify(payloadOf(isChange(event) ? changeEvent(event, facts) : radiusEvent(event, facts), now));
}
