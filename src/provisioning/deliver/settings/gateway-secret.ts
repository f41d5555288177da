import type { FieldProblem } from '../../../kernel/errors.js';
import { wrong } from '../../access/shape.js';
import { textTemplates } from '../message/message-templates.js';
import type { DeliverySettings, SmsGateway } from './delivery-settings.js';

type Written = Readonly<Partial<Record<string, string | null>>>;

/**
 * A secret was given for one gateway and for its places there. A person who may change the gateway need not know it,
 * and must not get it sent elsewhere, nor into the text of a message.
 */
export function wrongGatewaySecret(before: DeliverySettings, sms: SmsGateway | null, written: Written): FieldProblem[] {
  if (written.sms && !sms) return wrong('#/secrets/sms', 'goes with a gateway: give sms in the same request');
  const isKept = before.secrets.sms !== undefined && written.sms === undefined;
  if (!isKept || !sms) return [];
  const moved = movedPart(before.sms, sms);
  return moved ? wrong('#/secrets/sms', `is to be given again, or taken away with null: ${moved}`) : [];
}

function movedPart(before: SmsGateway | null, after: SmsGateway): string | undefined {
  if (!before || originOf(before.url) !== originOf(after.url)) return 'sms.url leads elsewhere than before';
  const known = new Set(placesOf(before));
  return placesOf(after).every((place) => known.has(place))
    ? undefined
    : 'it would go to another place of the request than before';
}

/** Scheme, host and port; of a template, too: neither is one. */
export function originOf(url: string): string {
  const written = /^https?:\/\/[^/?#{}]+/i.exec(url)?.[0] ?? url;
  return URL.parse(written)?.origin ?? written;
}

/** Where the secret stands in a request, with the text around it. */
function placesOf({ url, method, headers, json, form }: SmsGateway): string[] {
  const texts = [
    ['url', url] as const,
    ...textsIn(headers, 'headers'),
    ...textsIn(json, 'json'),
    ...textsIn(form, 'form'),
  ];
  return texts
    .filter(([, text]) => textTemplates.fieldsIn(text).includes('secret'))
    .map(([place, text]) => `${method} ${place} ${text}`);
}

function textsIn(value: unknown, place: string): (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return value === '' ? [] : [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${place}/${name}`));
}
