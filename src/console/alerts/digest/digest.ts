import type { AlarmEvent } from '../../../kernel/alarms.js';
import type { AlertContact } from '../../alert-contacts/alert-contact.js';
import type { Alert } from '../alert/alert.js';
import type { NotifiedList } from '../message/alert-message.js';
import { notifiedList } from '../message/notified-list.js';

/**
 * The result of a day: open alerts, ended ones, and those that could not be sent at once. Each list is limited to this
 * many by name.
 */
export interface DigestContent {
  readonly open: NotifiedList;
  readonly ended: NotifiedList;
  readonly left: readonly Alert[];
  /** Those of the day, open or not. */
  readonly raised: number;
}

/** Need a person until somebody acts. Each threshold of a certificate is sent separately. */
export const remindedDaily: readonly AlarmEvent[] = [
  'connection.quarantined',
  'connection.silent',
  'connection.console_unreachable',
  'connection.accounts_refused',
  'plan.held',
  'endings.held',
  'file.refused',
  'delivery.waiting',
  'webhook.failing',
  'webhook.disabled',
  'portal.controller_unreachable',
];

/**
 * The digest for one contact, or undefined if there is nothing to send. A contact who opted out still gets it when a
 * message to them was left out.
 */
export function digestFor(
  { events }: Pick<AlertContact, 'events'>,
  day: DigestContent,
  stands: boolean,
): { open: NotifiedList; ended: NotifiedList } | undefined {
  if (events.includes('digest.daily'))
    return stands || day.raised > 0 || day.ended.total > 0 ? { open: day.open, ended: day.ended } : undefined;
  const left = day.left.filter(({ event }) => events.includes(event));
  if (left.length === 0) return undefined;
  return {
    open: notifiedList(left.filter(({ resolvedAt }) => resolvedAt === null)),
    ended: notifiedList(left.filter(({ resolvedAt }) => resolvedAt !== null)),
  };
}
