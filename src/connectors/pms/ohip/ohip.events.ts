import type { Change } from '../../../provisioning/connector/change.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import type { OhipStreamEvent } from './ohip.wire.js';

/** Undefined: a message of another kind, or none that can be understood. */
export function streamEventOf(message: unknown): OhipStreamEvent | undefined {
  const { payload } = (message ?? {}) as { readonly payload?: { readonly data?: { readonly newEvent?: unknown } } };
  const event = payload?.data?.newEvent;
  return typeof event === 'object' && event !== null ? event : undefined;
}

/** Pure. What a stored event means: the reservation it names is to be read. */
export function ohipEventChanges({ body }: StoredMessage): readonly Change[] {
  const event = streamEventOf(parsed(body));
  if (!event) return [malformedRecord('newEvent: the message holds none')];
  const module = typeof event.moduleName === 'string' ? event.moduleName.replace(/\s/g, '').toLowerCase() : '';
  if (module !== 'reservation')
    return [{ kind: 'ignored', reason: `An event of the module ${module || 'without a name'}: the list finds it` }];
  const key = String(event.primaryKey);
  if (!/^\d{1,18}$/.test(key)) return [malformedRecord('primaryKey: is no id of a reservation')];
  return [{ kind: 'hint', of: 'parent', key }];
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
