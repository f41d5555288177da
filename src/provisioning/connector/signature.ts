import { createHmac, createSecretKey } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import { ConnectorProblem } from './connector-problem.js';
import type { InboundRequest } from './connector.js';
import { isSameText } from './same-text.js';

/**
 * How a sender signs its requests, as data. Forms of the header: `whole`: the signature, perhaps behind `prefix`;
 * `pairs`: `t=…,v1=…` (several `v1` in a rotation); `parts`: time and signature divided by `divider`; `list`: `v1,…`
 * divided by spaces (https://www.standardwebhooks.com), with id and time in headers of their own.
 */
export interface SignatureScheme {
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  /** `base64`: the secret's bytes are written so, perhaps behind `whsec_`. */
  readonly secretEncoding: 'utf8' | 'base64' | 'hex';
  /** Lower case. */
  readonly header: string;
  readonly form: 'whole' | 'pairs' | 'parts' | 'list';
  readonly prefix?: string;
  /** `pairs`: the names of time and signature; without the latter, every other pair is one. */
  readonly timeName?: string;
  readonly signatureName?: string;
  /** `parts`: what divides them. */
  readonly divider?: string;
  /** `whole` and `list`: headers that carry time and id, where they are signed. */
  readonly timeHeader?: string;
  readonly idHeader?: string;
  readonly encoding: 'hex' | 'base64';
  /** What is signed, with {body}, {time} and {id}. */
  readonly signedText: string;
  /** How far the sender's clock may differ from ours; without it, the time is not checked. */
  readonly toleranceSeconds?: number;
}

/**
 * Verifies the raw bytes with one of the secrets (two during a rotation).
 * @throws ConnectorProblem signature_invalid, without saying what was wrong with the signature
 */
export function verifySignature(
  scheme: SignatureScheme,
  secrets: readonly string[],
  request: Pick<InboundRequest, 'headers' | 'body'>,
  clock: Clock,
): void {
  const header = request.headers[scheme.header];
  if (!header || header.length > 4096)
    throw new ConnectorProblem('signature_invalid', `Header ${scheme.header} is missing`);
  const { time, signatures } = readHeader(scheme, header, request.headers);
  if (scheme.toleranceSeconds !== undefined && !isRecent(time, clock, scheme.toleranceSeconds))
    throw new ConnectorProblem('signature_invalid', 'The time of the signature is missing or too far from now');
  const text = signedBytes(scheme, {
    time,
    id: scheme.idHeader ? (request.headers[scheme.idHeader] ?? '') : '',
    body: request.body,
  });
  // A secret that decodes to nothing would be a key that everybody has.
  const keys = secrets.map((secret) => keyOf(secret, scheme)).filter(({ length }) => length > 0);
  // As a key object: createHmac takes five times as long with bytes.
  const expected = keys.map((key) =>
    createHmac(scheme.algorithm, createSecretKey(key)).update(text).digest(scheme.encoding),
  );
  // Every pair is compared, so that timing does not reveal which one came close.
  const matches = signatures.flatMap((signature) =>
    expected.map((right) => isSameText(scheme.encoding === 'hex' ? signature.toLowerCase() : signature, right)),
  );
  if (!matches.includes(true))
    throw new ConnectorProblem('signature_invalid', 'The signature does not fit the secret of this connection');
}

function readHeader(
  scheme: SignatureScheme,
  header: string,
  headers: InboundRequest['headers'],
): { readonly time: string; readonly signatures: readonly string[] } {
  const time = scheme.timeHeader ? (headers[scheme.timeHeader] ?? '') : '';
  switch (scheme.form) {
    case 'whole':
      return {
        time,
        signatures: [scheme.prefix && header.startsWith(scheme.prefix) ? header.slice(scheme.prefix.length) : header],
      };
    case 'pairs': {
      const pairs = header.split(',', 20).map((pair) => pair.trim().split(/=(.*)/s, 2));
      const valuesOf = (isWanted: (name: string) => boolean) =>
        pairs.filter(([key]) => isWanted(key)).map(([, value = '']) => value);
      const { timeName = '', signatureName } = scheme;
      return {
        time: valuesOf((name) => name === timeName)[0] ?? '',
        signatures: valuesOf((name) => (signatureName === undefined ? name !== timeName : name === signatureName)),
      };
    }
    case 'parts': {
      const [first = '', second = ''] = header.split(scheme.divider ?? '|', 2);
      return { time: first, signatures: [second] };
    }
    case 'list':
      return {
        time,
        signatures: header
          .split(' ', 20)
          .filter((each) => each.startsWith('v1,'))
          .map((each) => each.slice(3)),
      };
  }
}

/** The body goes in as bytes: decoding it could change it. */
function signedBytes(
  { signedText }: SignatureScheme,
  { time, id, body }: { readonly time: string; readonly id: string; readonly body: Buffer },
): Buffer {
  const pieces = signedText.split(/(\{body\}|\{time\}|\{id\})/);
  return Buffer.concat(
    pieces.map((piece) => {
      switch (piece) {
        case '{body}':
          return body;
        case '{time}':
          return Buffer.from(time);
        case '{id}':
          return Buffer.from(id);
        default:
          return Buffer.from(piece);
      }
    }),
  );
}

/** Seconds or milliseconds since 1970, or an ISO instant. */
function isRecent(time: string, clock: Clock, toleranceSeconds: number): boolean {
  const number = /^\d{1,16}$/.test(time) ? Number(time) : NaN;
  const milliseconds = Number.isNaN(number) ? Date.parse(time) : number < 1e11 ? number * 1000 : number;
  return Math.abs(clock.milliseconds() - milliseconds) <= toleranceSeconds * 1000;
}

function keyOf(secret: string, { secretEncoding }: SignatureScheme): Buffer {
  return Buffer.from(secretEncoding === 'base64' ? secret.replace(/^whsec_/, '') : secret, secretEncoding);
}
