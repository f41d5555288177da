import type { AlertContact } from '../../alert-contacts/alert-contact.js';
import type { MessageWay } from '../../alert-contacts/ways.js';
import type { Alert } from '../alert.js';

/** From an alert to its message, so that what happens together is told together. */
export const gatherSeconds = 5;
/** Between two messages to an organization's contacts. */
export const gapSeconds = 60;
/** A record that was told of is told of again by the digest only, for so long. */
export const dampSeconds = 3_600;
/** To one contact; what comes beyond is left to the digest. */
export const mostMessagesAnHour = 20;

export interface WaitingAlert extends Alert {
  /** The same record was told of, for the same event, within `dampSeconds`. */
  readonly wasToldLately: boolean;
}

/** A contact with the ways that reach it, and how many messages it got within the hour. */
export interface Listener {
  readonly contact: Pick<AlertContact, 'id' | 'events'>;
  readonly ways: readonly MessageWay[];
  readonly sentLately: number;
}

export interface Telling {
  readonly contactId: string;
  readonly ways: readonly MessageWay[];
  readonly alerts: readonly WaitingAlert[];
  readonly isLastForNow: boolean;
}

export interface Tellings {
  readonly messages: readonly Telling[];
  /** Alerts that are in a message. */
  readonly told: readonly string[];
  /** Alerts that somebody who would have been told learns from the digest. */
  readonly left: readonly string[];
}

/** Who is told of what now. What ended already, and what flaps, is left to the digest. */
export function tellingsOf(waiting: readonly WaitingAlert[], listeners: readonly Listener[]): Tellings {
  const left = new Set(waiting.filter(({ resolvedAt, wasToldLately }) => resolvedAt !== null || wasToldLately).map(({ id }) => id));
  const news = waiting.filter(({ id }) => !left.has(id));
  const told = new Set<string>();
  const messages: Telling[] = [];
  for (const { contact, ways, sentLately } of listeners) {
    const alerts = news.filter(({ event }) => contact.events.includes(event));
    if (alerts.length === 0 || ways.length === 0) continue;
    const isFull = sentLately >= mostMessagesAnHour;
    for (const { id } of alerts) (isFull ? left : told).add(id);
    if (!isFull) messages.push({ contactId: contact.id, ways, alerts, isLastForNow: sentLately + 1 >= mostMessagesAnHour });
  }
  return { messages, told: [...told], left: [...left] };
}
