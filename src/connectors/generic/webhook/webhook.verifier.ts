import { members, integer, oneOf, type Rule, wrong } from '../../../provisioning/connector/shape.js';
import type { SignatureScheme } from '../../../provisioning/connector/signature.js';
import type { SettingCheck } from '../../../provisioning/connector/setting.js';

/** How a sender proves itself, as data; names as in the API. */
export type Verifier =
  | { readonly type: 'standard-webhooks'; readonly tolerance_seconds?: number }
  | HmacVerifier
  | { readonly type: 'basic'; readonly username: string }
  | { readonly type: 'bearer' }
  | { readonly type: 'header'; readonly header: string }
  | { readonly type: 'none' };

interface HmacVerifier {
  readonly type: 'hmac';
  readonly header: string;
  readonly algorithm?: SignatureScheme['algorithm'];
  readonly secret_encoding?: SignatureScheme['secretEncoding'];
  readonly form?: SignatureScheme['form'];
  readonly prefix?: string;
  readonly time_name?: string;
  readonly signature_name?: string;
  readonly divider?: string;
  readonly time_header?: string;
  readonly id_header?: string;
  readonly encoding?: SignatureScheme['encoding'];
  readonly signed_text?: string;
  readonly tolerance_seconds?: number;
}

const usualToleranceSeconds = 300;
const shortestKeyBytes = 8;
export const secretPattern = /^[\x21-\x7e]{8,}$/;

const header: Rule = (value, at) =>
  typeof value === 'string' && /^[a-z0-9-]{1,60}$/.test(value)
    ? []
    : wrong(at, 'must be the name of a header in lower case');
const short: Rule = (value, at) =>
  typeof value === 'string' && /^[\x20-\x7e]{1,30}$/.test(value)
    ? []
    : wrong(at, 'must be a text of 1 to 30 characters');
const signedText: Rule = (value, at) =>
  typeof value === 'string' && value.length <= 100 && value.split('{body}').length === 2
    ? []
    : wrong(at, 'must be at most 100 characters with {body} once, and {time} and {id} where they are signed');
const type = oneOf('standard-webhooks', 'hmac', 'basic', 'bearer', 'header', 'none');
const toleranceSeconds = integer(1, 3600);

const shapes: Readonly<Record<Verifier['type'], Rule>> = {
  'standard-webhooks': members({ type, tolerance_seconds: toleranceSeconds }),
  hmac: members(
    {
      type,
      header,
      algorithm: oneOf('sha1', 'sha256', 'sha512'),
      secret_encoding: oneOf('utf8', 'base64', 'hex'),
      form: oneOf('whole', 'pairs', 'parts', 'list'),
      prefix: short,
      time_name: short,
      signature_name: short,
      divider: short,
      time_header: header,
      id_header: header,
      encoding: oneOf('hex', 'base64'),
      signed_text: signedText,
      tolerance_seconds: toleranceSeconds,
    },
    ['header'],
  ),
  basic: members(
    {
      type,
      username: (value, at) =>
        typeof value === 'string' && /^[^:\s]{1,200}$/.test(value)
          ? []
          : wrong(at, 'must be a name without colon or space'),
    },
    ['username'],
  ),
  bearer: members({ type }),
  header: members({ type, header }, ['header']),
  none: members({ type }),
};

/** Every error in a verifier, and every secret that it lacks. */
export const wrongInVerifier: SettingCheck = (
  value,
  at,
  { secret, previous_secret: previous, path_token: pathToken },
) => {
  const known =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { type?: unknown }) : {};
  const ofType = type(known.type, `${at}/type`);
  if (ofType.length > 0) return ofType;
  const verifier = value as Verifier;
  const misshapen = shapes[verifier.type](verifier, at);
  if (misshapen.length > 0) return misshapen;
  if (verifier.type === 'none')
    return typeof pathToken === 'string'
      ? []
      : wrong(at, 'of type none needs secrets/path_token: without it anybody who learns the address could send');
  if (typeof secret !== 'string') return wrong(at, `of type ${verifier.type} needs secrets/secret`);
  const scheme = schemeOf(verifier);
  return scheme
    ? wrongInScheme(
        scheme,
        [secret, previous].filter((each): each is string => typeof each === 'string' && secretPattern.test(each)),
        at,
      )
    : [];
};

function wrongInScheme(scheme: SignatureScheme, secrets: readonly string[], at: string) {
  const { form, signedText: text, secretEncoding } = scheme;
  const hasTime = form === 'parts' || (form === 'pairs' ? scheme.timeName : scheme.timeHeader) !== undefined;
  return [
    ...(text.includes('{time}') && !hasTime
      ? wrong(`${at}/signed_text`, 'has {time}, but nothing says where it is: set time_name (pairs) or time_header')
      : []),
    ...(text.includes('{id}') && !scheme.idHeader ? wrong(`${at}/signed_text`, 'has {id}: set id_header') : []),
    ...(scheme.toleranceSeconds !== undefined && !text.includes('{time}')
      ? wrong(`${at}/tolerance_seconds`, 'means nothing while the time is not signed: add {time} to signed_text')
      : []),
    ...(secrets.some((secret) => keyLength(secret, secretEncoding) < shortestKeyBytes)
      ? wrong(`${at}/secret_encoding`, `gives a key of fewer than ${shortestKeyBytes} bytes: is the secret written so?`)
      : []),
  ];
}

function keyLength(secret: string, encoding: SignatureScheme['secretEncoding']): number {
  return Buffer.from(encoding === 'base64' ? secret.replace(/^whsec_/, '') : secret, encoding).length;
}

/** The signature of a request, for verifiers that use one; else null. */
export function schemeOf(verifier: Verifier): SignatureScheme | null {
  if (verifier.type === 'standard-webhooks') {
    return {
      algorithm: 'sha256',
      secretEncoding: 'base64',
      header: 'webhook-signature',
      form: 'list',
      idHeader: 'webhook-id',
      timeHeader: 'webhook-timestamp',
      encoding: 'base64',
      signedText: '{id}.{time}.{body}',
      toleranceSeconds: verifier.tolerance_seconds ?? usualToleranceSeconds,
    };
  }
  if (verifier.type !== 'hmac') return null;
  const text = verifier.signed_text ?? '{body}';
  const tolerance = verifier.tolerance_seconds ?? (text.includes('{time}') ? usualToleranceSeconds : undefined);
  return {
    algorithm: verifier.algorithm ?? 'sha256',
    secretEncoding: verifier.secret_encoding ?? 'utf8',
    header: verifier.header,
    form: verifier.form ?? 'whole',
    prefix: verifier.prefix,
    timeName: verifier.time_name,
    signatureName: verifier.signature_name,
    divider: verifier.divider,
    timeHeader: verifier.time_header,
    idHeader: verifier.id_header,
    encoding: verifier.encoding ?? 'hex',
    signedText: text,
    toleranceSeconds: tolerance,
  };
}
