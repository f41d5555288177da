import { filled, filledIn, type TemplateValues } from '../vendor-file/template.js';
import type { VendorRequest } from '../vendor-file/vendor-file.js';
import type { AskedList } from './simulated-lists.js';

export interface AskedOperation {
  readonly operation: string;
  readonly key?: string;
}

/** The key that a request names, `any` where it names none; undefined: it is not the one that the file describes. */
export function keyAsked(
  request: VendorRequest,
  method: string,
  { url, body }: AskedList,
  values: TemplateValues,
): string | undefined {
  const path = request.url.replace(/^\{[a-z0-9_]+\}/, '');
  const keyed = '\u0001';
  const filledPath = filled(path, { ...values, key: keyed }, (value) =>
    value === keyed ? keyed : encodeURIComponent(value),
  );
  const pattern = filledPath.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(keyed, '([^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(url.pathname);
  if (!found || method !== (request.method ?? 'GET')) return undefined;
  let key = found[1] ? decodeURIComponent(found[1]) : undefined;
  for (const [name, value] of Object.entries(request.query ?? {}))
    for (const each of [value].flat()) {
      const given = url.searchParams.getAll(name);
      if (each === '{key}' && given.length === 0) return undefined;
      else if (each === '{key}') key = given[0];
      else if (!given.includes(filled(each, values))) return undefined;
    }
  for (const [name, value] of Object.entries(request.body ?? {})) {
    const at = JSON.stringify(filledIn(value, { ...values, key: keyed }));
    const given = JSON.stringify(body[name] ?? null);
    const [before, behind] = at.split(JSON.stringify(keyed).slice(1, -1));
    if (behind === undefined ? at !== given : !(given.startsWith(before) && given.endsWith(behind))) return undefined;
    if (behind !== undefined) key = given.slice(before.length, given.length - behind.length);
  }
  return key ?? 'any';
}
