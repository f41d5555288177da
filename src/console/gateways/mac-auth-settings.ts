import { readMatching, type Reader, Wrong } from '../../http/body/readers.js';
import { url } from '../crud/outbound-url.js';

/** What RADIUS tells a gateway that knows guests by device address; names as in the API. */
export interface MacAuthSettings {
  /** cisco-cwa: the portal's address as guests reach it. */
  readonly portal_url?: string;
  /** cisco-cwa: the list on the controller that lets unknown devices reach the portal and nothing else. */
  readonly redirect_acl?: string;
  /** aruba-roles: the role whose captive portal profile leads to the portal. */
  readonly captive_role?: string;
  /** aruba-roles: the role of guests who are in. */
  readonly role?: string;
}

/** One RADIUS attribute has 247 characters for it and our proof. */
const longestUrl = 150;
/** Names on a controller. FreeRADIUS would expand quotation marks and percent signs. */
const name = readMatching(/^[\w.:-]{1,63}$/, 'must be a name of at most 63 letters, digits and . : - _');

const readers = { portal_url: portalUrl, redirect_acl: name, captive_role: name, role: name } satisfies Record<
  keyof MacAuthSettings,
  Reader
>;

/** The settings that each make requires; it takes no others. */
export const macAuthOf = {
  'cisco-cwa': ['portal_url', 'redirect_acl'],
  'aruba-roles': ['captive_role', 'role'],
} as const satisfies Record<string, readonly (keyof MacAuthSettings)[]>;

/** Members that are null count as absent. */
export function readMacAuth(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Wrong('must be an object');
  const settings: Record<string, unknown> = {};
  const wrong: Wrong[] = [];
  for (const [setting, said] of Object.entries(value)) {
    const pointer = `/${setting.slice(0, 64)}`;
    if (!Object.hasOwn(readers, setting)) {
      wrong.push(new Wrong(`has no such setting. Known are: ${Object.keys(readers).join(', ')}`, pointer));
      continue;
    }
    if (said === null) continue;
    const read: unknown = readers[setting as keyof MacAuthSettings](said);
    if (read instanceof Wrong) wrong.push(new Wrong(read.detail, pointer));
    else settings[setting] = read;
  }
  return Wrong.all(wrong) ?? settings;
}

const portalAddress = url('https:', 'http:');

function portalUrl(value: unknown): unknown {
  const read: unknown = portalAddress(value);
  if (typeof read !== 'string') return read;
  const { href, search, hash } = new URL(read);
  const plain = href.replace(/\/+$/, '');
  return plain.length <= longestUrl && !search && !hash && /^[\w.:/[\]-]+$/.test(plain)
    ? plain
    : new Wrong(`must be an address of at most ${longestUrl} plain characters, without ? and #`);
}
