import { envoyId, envoyText } from './envoy.reading.js';
import type { EnvoyEnvelope } from './envoy.wire.js';

/** Undefined when it is no JSON object with an event. */
export function envelopeOf(body: Buffer): EnvoyEnvelope | undefined {
  try {
    const value = JSON.parse(body.toString('utf8')) as EnvoyEnvelope | null;
    return typeof value === 'object' && value !== null && eventOf(value) !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}

export function eventOf({ meta, event }: EnvoyEnvelope): string {
  return envoyText(meta?.event) ?? envoyText(event) ?? '';
}

export function jobIdOf(body: Buffer): string | undefined {
  return envoyId(envelopeOf(body)?.meta?.job?.id);
}
