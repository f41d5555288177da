import type { InboundRequest } from '../../../provisioning/connector/connector.js';
import type { HookAnswer } from '../../../provisioning/connector/hook-answer.js';
import { pointerIn, valueIn } from '../../../provisioning/connector/mapping/pointer.js';
import { members, oneOf, type Rule, wrong } from '../../../provisioning/connector/shape.js';
import { vendorObject } from '../../../provisioning/connector/vendor-record.js';

/**
 * Where a vendor that asks whether an address takes its messages puts its challenge, as data; names as in the API. The
 * answer is the challenge itself: as text, or with `field` in a JSON object.
 */
export type Handshake =
  | { readonly type: 'query'; readonly name: string; readonly field?: string }
  | { readonly type: 'header'; readonly header: string; readonly field?: string }
  | { readonly type: 'body'; readonly pointer: string; readonly field?: string };

const name: Rule = (value, at) =>
  typeof value === 'string' && /^[A-Za-z0-9_.-]{1,60}$/.test(value)
    ? []
    : wrong(at, 'must be a name of letters, digits, _, . and -');
const header: Rule = (value, at) =>
  typeof value === 'string' && /^[a-z0-9-]{1,60}$/.test(value)
    ? []
    : wrong(at, 'must be the name of a header in lower case');
const pointer: Rule = (value, at) =>
  typeof value === 'string' && value !== '' && pointerIn(value)
    ? []
    : wrong(at, 'must be a JSON Pointer such as /challenge');
const type = oneOf('query', 'header', 'body');

const shapes: Readonly<Record<Handshake['type'], Rule>> = {
  query: members({ type, name, field: name }, ['name']),
  header: members({ type, header, field: name }, ['header']),
  body: members({ type, pointer, field: name }, ['pointer']),
};

export const handshakeRule: Rule = (value, at) => {
  const known = typeof value === 'object' && value !== null ? (value as { type?: unknown }) : {};
  const ofType = type(known.type, `${at}/type`);
  return ofType.length > 0 ? ofType : shapes[known.type as Handshake['type']](value, at);
};

/** Longer than any vendor's; what is longer is a message. */
const longest = 1000;

/** Undefined: the request asks nothing. Whoever asks learns no more than what was sent. */
export function handshakeAnswer(handshake: Handshake | undefined, request: InboundRequest): HookAnswer | undefined {
  const challenge = handshake && challengeIn(handshake, request);
  if (challenge === undefined || !/^[\x20-\x7e]+$/.test(challenge) || challenge.length > longest) return undefined;
  const { field } = handshake!;
  return field === undefined
    ? { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: challenge }
    : { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ [field]: challenge }) };
}

function challengeIn(handshake: Handshake, { path, headers, body }: InboundRequest): string | undefined {
  switch (handshake.type) {
    case 'query':
      return new URLSearchParams(path.split('?')[1] ?? '').get(handshake.name) ?? undefined;
    case 'header':
      return headers[handshake.header];
    case 'body': {
      const message = body.length > 0 && body.length <= 4 * longest ? vendorObject(body) : undefined;
      const value = message && valueIn(message, pointerIn(handshake.pointer)!);
      return typeof value === 'string' ? value : undefined;
    }
  }
}
