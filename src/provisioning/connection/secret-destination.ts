import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '../../kernel/errors.js';
import type { Reach } from '../../kernel/reach.js';
import { wrong } from '../access/shape.js';
import { type SettingOptions, settingsOf } from '../connector/setting.js';
import { isObject } from '../../kernel/json/is-object.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * A secret was given for one destination. A person who may change the destination need not know the secret, and must
 * not get it sent to their own.
 */
export function secretsWithoutDestination(
  type: new () => object,
  before: { readonly settings: Values; readonly secrets: Values },
  after: Values,
  given: Values,
): FieldProblem[] {
  const declared = [...settingsOf(type)];
  const moved = declared.find(
    ([name, options]) =>
      saysWhere(options) && !isDeepStrictEqual(placeOf(before.settings[name] ?? options.default), placeOf(after[name])),
  );
  if (!moved) return [];
  const sent = declared.filter(
    ([name, { secret, isReceived }]) =>
      secret && !isReceived && before.secrets[name] !== undefined && given[name] === undefined,
  );
  return sent.flatMap(([name]) =>
    wrong(
      `#/secrets/${name}`,
      `is to be given again, or taken away with null: ${moved[0]} leads elsewhere than before`,
    ),
  );
}

/** Secrets and personal data cross the open network by TLS only. */
export function plainAddresses(type: new () => object, settings: Values): FieldProblem[] {
  const places = [...settingsOf(type)].filter(([, options]) => saysWhere(options)).map(([name]) => name);
  return places
    .flatMap((name) => addressesIn(settings[name], `#/settings/${name}`))
    .flatMap(([address, pointer]) => (/^http:/i.test(address) ? wrong(pointer, 'must be https') : []));
}

/**
 * Hosts and addresses that a deployment forbids, as far as their text tells; what a name resolves to is checked at
 * every call.
 */
export function privateTargets(type: new () => object, settings: Values, reach: Reach): FieldProblem[] {
  const detail = 'is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those';
  const leading = [...settingsOf(type)].filter(([, options]) => saysWhere(options));
  return leading.flatMap(([name, options]) => {
    const pointer = `#/settings/${name}`;
    const value = settings[name];
    // A host is a plain text that leads.
    if (options.type === 'string' && options.format !== 'uri' && options.isHost)
      return typeof value === 'string' && !reach.allowsSaved(value) ? wrong(pointer, detail) : [];
    return addressesIn(value, pointer).flatMap(([address, at]) => {
      const host = /^https?:/i.test(address) ? URL.parse(address)?.hostname : undefined;
      return host && !reach.allowsSaved(host) ? wrong(at, detail) : [];
    });
  });
}

/** A name or password in an address would be sent, without any of the rules for secrets. */
export function namesInAddresses(type: new () => object, settings: Values): FieldProblem[] {
  const places = [...settingsOf(type)].filter(([, options]) => saysWhere(options)).map(([name]) => name);
  const addresses = places.flatMap((name) => addressesIn(settings[name], `#/settings/${name}`));
  return addresses.flatMap(([address, pointer]) =>
    /^https?:\/\/[^/?#]*@/i.test(address)
      ? wrong(pointer, 'must not hold a user name or password: they belong under secrets')
      : [],
  );
}

function saysWhere({ leads, ...options }: SettingOptions): boolean {
  return leads === true || (options.type === 'string' && options.format === 'uri');
}

/** The origin of an address: another path leads to the same host. */
function placeOf(value: unknown): unknown {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url && url.origin !== 'null' ? url.origin : value;
}

function addressesIn(value: unknown, pointer: string): [address: string, pointer: string][] {
  if (typeof value === 'string') return [[value, pointer]];
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => addressesIn(inner, `${pointer}/${name}`))
    : [];
}
