import { isMailbox } from '../../kernel/mailbox.js';
import { url } from '../record/outbound-url.js';
import { readFlag, readOrNull, readText, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';
import { type AlertContactFields, alertEvents } from './alert-contact.js';

/** What may be said about an alert contact, in the API's names and the code's. */
export const alertContactFields = new FieldTable<AlertContactFields>([
  { api: 'name', name: 'name', read: readText(128) },
  { api: 'email', name: 'email', read: readOrNull(email) },
  { api: 'phone', name: 'phone', read: readOrNull(phone) },
  { api: 'url', name: 'url', read: readOrNull(url('https:', 'http:')) },
  { api: 'events', name: 'events', read: events },
  { api: 'disabled', name: 'disabled', read: readFlag },
]);

function email(value: unknown): unknown {
  const read = readText(254)(value);
  return read instanceof Wrong || isMailbox(read as string)
    ? read
    : new Wrong('must be an e-mail address such as desk@example.com');
}

function phone(value: unknown): unknown {
  const read = readText(32)(value);
  return read instanceof Wrong || /^\+?[0-9][0-9 ()./-]{2,30}$/.test(read as string)
    ? read
    : new Wrong('must be a telephone number such as +43 1 234567');
}

function events(value: unknown): unknown {
  const known: readonly unknown[] = alertEvents;
  const isRight =
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((each) => known.includes(each));
  return isRight ? value : new Wrong(`must be a list of one or more of ${alertEvents.join(', ')}, each once`);
}
