import { createHmac } from 'node:crypto';
import { schemeOf, type Verifier } from '../generic/webhook/webhook.verifier.js';

/** The headers by which a vendor proves a message of its own. */
export function messageProof(verifier: Verifier, secret: string, body: string, now: number): Record<string, string> {
  const scheme = schemeOf(verifier);
  if (!scheme) {
    switch (verifier.type) {
      case 'basic':
        return { authorization: `Basic ${Buffer.from(`${verifier.username}:${secret}`).toString('base64')}` };
      case 'header':
        return { [verifier.header]: secret };
      default:
        return { authorization: `Bearer ${secret}` };
    }
  }
  const time = String(Math.floor(now / 1000));
  const id = 'simulated-message-1';
  const text = scheme.signedText
    .replace('{time}', time)
    .replace('{id}', id)
    .replace('{body}', () => body);
  const written = scheme.secretEncoding === 'base64' ? secret.replace(/^whsec_/, '') : secret;
  const key = Buffer.from(written, scheme.secretEncoding);
  const signature = createHmac(scheme.algorithm, key).update(text).digest(scheme.encoding);
  const forms = {
    whole: `${scheme.prefix ?? ''}${signature}`,
    pairs: `${scheme.timeName ?? 't'}=${time},${scheme.signatureName ?? 'v1'}=${signature}`,
    parts: `${time}${scheme.divider ?? '|'}${signature}`,
    list: `v1,${signature}`,
  };
  return {
    [scheme.header]: forms[scheme.form],
    ...(scheme.timeHeader ? { [scheme.timeHeader]: time } : {}),
    ...(scheme.idHeader ? { [scheme.idHeader]: id } : {}),
  };
}
