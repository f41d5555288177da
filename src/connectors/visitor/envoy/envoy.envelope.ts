import { vendorId, vendorLine, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import type { EnvoyEnvelope } from './envoy.wire.js';

/** Undefined when it is not a JSON object with an event. */
export function envelopeOf(body: Buffer): EnvoyEnvelope | undefined {
  const value = vendorObject<EnvoyEnvelope>(body);
  return value && eventOf(value) !== '' ? value : undefined;
}

export function eventOf({ meta, event }: EnvoyEnvelope): string {
  return vendorLine(meta?.event) ?? vendorLine(event) ?? '';
}

export function jobIdOf(body: Buffer): string | undefined {
  return vendorId(envelopeOf(body)?.meta?.job?.id);
}
