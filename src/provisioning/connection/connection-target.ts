import ipaddr from 'ipaddr.js';
import { isHost, isPublic } from '../../kernel/reach.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/secrets.js';
import { fine, integer, members, oneOf, orNull, type Rule, text, wrong } from '../access/shape.js';
import { builtInTarget, type Connection, type Target } from './connection.js';
import { isObject } from '../../kernel/json/is-object.js';

type RemoteTarget = Extract<Target, { console: 'remote' }>;

export interface ReadTarget {
  readonly target: Target;
  readonly token: string | null;
  readonly problems: readonly FieldProblem[];
}

const usual: Omit<RemoteTarget, 'console' | 'base_url'> = {
  organization_id: null,
  organization_style: 'header',
  rate_per_minute: 100,
  bulk: 'auto',
};

/**
 * Where accounts are kept. The token of a remote console may be omitted when it is already known for the same address.
 */
export function readTarget(
  written: unknown,
  before: Pick<Connection, 'target' | 'targetToken'> | null,
  options: { readonly allowPrivateTargets: boolean },
): ReadTarget {
  const builtIn = { target: { console: 'built-in' } as const, token: null };
  if (written === undefined)
    return before ? { target: before.target, token: before.targetToken, problems: [] } : { ...builtIn, problems: [] };
  if (!isObject(written) || written.console !== 'remote')
    return {
      ...builtIn,
      problems: members({ console: oneOf('built-in', 'remote') }, ['console'])(written, '#/target'),
    };

  const known =
    before?.target.console === 'remote' && before.target.base_url === normalized(written.base_url)
      ? before.targetToken
      : null;
  const rule = members(
    {
      console: oneOf('remote'),
      base_url: address(options),
      token: text(4096),
      organization_id: orNull(text(200)),
      organization_style: oneOf('header', 'path'),
      rate_per_minute: integer(1, 100_000),
      bulk: oneOf('auto', 'never'),
    },
    ['base_url', ...(known ? [] : ['token'])],
  );
  const problems = rule(written, '#/target');
  const { token, ...rest } = written;
  const target = { ...usual, ...rest, base_url: normalized(written.base_url) } as RemoteTarget;
  return { target, token: (token as string | undefined) ?? known, problems };
}

/** Whether two targets are the same console, whichever token opens it. */
export function isSameConsole(one: Target, other: Target): boolean {
  if (one.console === 'built-in' || other.console === 'built-in') return one.console === other.console;
  return one.base_url === other.base_url && one.organization_id === other.organization_id;
}

/** Names a console that no connection has used yet. */
export function newTargetKey(target: Target, token: string | null): string {
  if (target.console === 'built-in') return builtInTarget;
  return sha256(JSON.stringify([target.base_url, target.organization_id, sha256(token ?? '').toString('hex')]))
    .toString('hex')
    .slice(0, 32);
}

function address({ allowPrivateTargets }: { readonly allowPrivateTargets: boolean }): Rule {
  return (value, pointer) => {
    const url = typeof value === 'string' && value.length <= 2000 ? URL.parse(value) : null;
    if (!url || !isHost(url.hostname) || !['https:', 'http:'].includes(url.protocol))
      return wrong(pointer, 'must be an address such as https://console.example.com');
    if (url.username || url.password || url.search || url.hash)
      return wrong(pointer, 'must have no user, query or fragment: the key goes into token');
    const isNear = isPrivate(url.hostname);
    if (isNear && !allowPrivateTargets)
      return wrong(pointer, 'is a private or local address; the setting USHER_ALLOW_PRIVATE_TARGETS permits those');
    if (url.protocol === 'http:' && !isNear) return wrong(pointer, 'must be https');
    return fine;
  };
}

/** By its text; what a name resolves to is checked at every call. */
function isPrivate(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (ipaddr.isValid(host)) return !isPublic(host);
  return !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host);
}

function normalized(url: unknown): string {
  return typeof url === 'string' ? (URL.parse(url)?.href ?? url).replace(/\/+$/, '') : '';
}
