import { X509Certificate } from 'node:crypto';
import { readText, Wrong } from '../../http/body/readers.js';
import { url } from '../crud/outbound-url.js';

/** Of the controller that lets guests in; names as in the API. */
export interface ControllerSettings {
  readonly url: string;
  readonly site?: string;
  readonly controller_id?: string;
  readonly ca_certificate?: string;
}

const readers = {
  url: url('https:', 'http:'),
  site: readText(128),
  controller_id: readText(64),
  ca_certificate: certificate,
} satisfies Record<keyof ControllerSettings, unknown>;

/** `url` without a slash at its end; members that are null count as absent. */
export function readController(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Wrong('must be an object');
  const settings: Record<string, unknown> = {};
  const wrong: Wrong[] = [];
  for (const [name, said] of Object.entries(value)) {
    const reader = readers[name as keyof typeof readers];
    const known = Object.keys(readers).join(', ');
    const read = !Object.hasOwn(readers, name)
      ? new Wrong(`has no such setting. Known are: ${known}`)
      : said === null
        ? undefined
        : reader(said);
    if (read instanceof Wrong) wrong.push(new Wrong(read.detail, `/${name.slice(0, 64)}`));
    else if (read !== undefined) settings[name] = read;
  }
  if (settings.url === undefined && wrong.length === 0) wrong.push(new Wrong('is required', '/url'));
  if (typeof settings.url === 'string') {
    const { search, hash } = new URL(settings.url);
    if (search || hash) wrong.push(new Wrong('must have neither ? nor #', '/url'));
    settings.url = settings.url.replace(/\/+$/, '');
  }
  return Wrong.all(wrong) ?? settings;
}

function certificate(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 16_384) return new Wrong('must be a certificate in PEM');
  try {
    return new X509Certificate(value).toString();
  } catch {
    return new Wrong('must be a certificate in PEM');
  }
}

/** Scheme, host and port: what secrets were given for. */
export function controllerOrigin(controller: ControllerSettings | null): string | null {
  return controller && new URL(controller.url).origin;
}

/** The same site at the same controller, even with another certificate. */
export function isSameController(one: ControllerSettings, other: ControllerSettings | null): boolean {
  return other?.url === one.url && other.site === one.site && other.controller_id === one.controller_id;
}
