import anyAscii from 'any-ascii';
import { accessPointVendor } from '../networks/access-point-vendors.js';
import { url } from '../record/outbound-url.js';
import { id, readOrNull, prose, type Reader, readText, wholeNumber, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';
import { type CaptivePortalFields, portalMethods, type PortalTheme } from './captive-portal.js';

const webAddress = url('https:', 'http:');

/** What may be said about a captive portal, in the API's names and the code's. */
export const captivePortalFields = new FieldTable<CaptivePortalFields>([
  { api: 'name', name: 'name', read: readText(128) },
  { api: 'slug', name: 'slug', read: slug },
  { api: 'network_id', name: 'networkId', read: readOrNull(id) },
  { api: 'methods', name: 'methods', read: methods },
  { api: 'table_id', name: 'groupId', read: readOrNull(id) },
  { api: 'duration', name: 'durationSeconds', read: readOrNull(wholeNumber(1, 315_360_000)) },
  { api: 'theme', name: 'theme', read: theme },
  { api: 'terms', name: 'terms', read: readOrNull(prose(50_000)) },
  { api: 'success_url', name: 'successUrl', read: readOrNull(webAddress) },
  { api: 'vendor', name: 'vendor', read: accessPointVendor },
]);

const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function slug(value: unknown): unknown {
  return typeof value === 'string' && slugForm.test(value)
    ? value
    : new Wrong('must have 1 to 63 lower-case letters, digits and dashes, none of them a dash at an end');
}

/** `Haus Österreich` becomes `haus-osterreich`; a name of signs only becomes `portal`. */
export function slugOf(name: string): string {
  const dashed = anyAscii(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64);
  return (
    dashed
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 63)
      .replace(/-+$/, '') || 'portal'
  );
}

function methods(value: unknown): unknown {
  const known: readonly unknown[] = portalMethods;
  const isRight =
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((each) => known.includes(each));
  return isRight ? value : new Wrong(`must be a list of one or more of ${portalMethods.join(', ')}, each once`);
}

const themeReaders: Readonly<Record<keyof PortalTheme, Reader>> = {
  title: readText(200),
  colour,
  logo_url: webAddress,
};

/** A whole theme; entries that are null are left out. */
function theme(value: unknown): unknown {
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return new Wrong('must be an object');
  const read: Record<string, unknown> = {};
  for (const [name, wanted] of Object.entries(value)) {
    if (!Object.hasOwn(themeReaders, name))
      return new Wrong(`has no entry ${name.slice(0, 64)}. Known are: ${Object.keys(themeReaders).join(', ')}`);
    if (wanted === null) continue;
    const entry = themeReaders[name as keyof PortalTheme](wanted);
    if (entry instanceof Wrong) return new Wrong(entry.detail, `/${name}`);
    read[name] = entry;
  }
  return read;
}

function colour(value: unknown): unknown {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
    ? value.toLowerCase()
    : new Wrong('must be a colour such as #1a73e8');
}
