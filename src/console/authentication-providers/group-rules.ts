import { id, readText, Wrong } from '../../http/body/readers.js';
import type { ProviderGroupRule } from './provider-types.js';

const mostRules = 100;
const readGroup = readText(1000);
const readClaim = readText(200);

/** `[{group, table_id}]` or `[{claim, value, table_id}]`. */
export function readGroupRules(value: unknown): unknown {
  if (!Array.isArray(value)) return new Wrong('must be a list');
  if (value.length > mostRules) return new Wrong(`must have at most ${mostRules} entries`);
  const read = value.map(readRule);
  const wrong = read.flatMap((each, index) =>
    each instanceof Wrong ? [new Wrong(each.detail, `/${index}${each.at}`)] : [],
  );
  return Wrong.all(wrong) ?? read;
}

function readRule(rule: unknown): unknown {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return new Wrong('must be an object');
  const given = rule as Record<string, unknown>;
  const isByGroup = given.group !== undefined;
  if (isByGroup === (given.claim !== undefined)) return new Wrong('must have group, or claim and value');
  const readers = isByGroup ? { group: readGroup, table_id: id } : { claim: readClaim, value: readGroup, table_id: id };
  const [other] = Object.keys(given).filter((name) => !(name in readers));
  if (other !== undefined)
    return new Wrong(`has no entry ${other.slice(0, 64)}. Known are: ${Object.keys(readers).join(', ')}`);
  const entries: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const entry = given[name] === undefined ? new Wrong('is required') : read(given[name]);
    if (entry instanceof Wrong) return new Wrong(entry.detail, `/${name}`);
    entries[name] = entry;
  }
  return entries;
}

/** What a provider says of a person: claims of a token, or attributes of an entry. */
export type Claims = Readonly<Record<string, unknown>>;

/** The user group that the first rule gives that fits; null: none does. */
export function groupByRules(
  rules: readonly ProviderGroupRule[],
  person: { readonly groups: readonly string[]; readonly claims: Claims },
): string | null {
  const groups = new Set(person.groups.flatMap((each) => [folded(each), ...firstNameOf(each)]));
  const fitting = rules.find((rule) =>
    'group' in rule
      ? groups.has(folded(rule.group))
      : valuesOf(person.claims, rule.claim).some((value) => folded(value) === folded(rule.value)),
  );
  return fitting?.table_id ?? null;
}

/** The texts of a claim; of one within another when there is none of the whole name. */
export function valuesOf(claims: Claims, name: string): string[] {
  const value = ownValue(claims, name) ?? name.split('.').reduce<unknown>(ownValue, claims);
  return [value]
    .flat()
    .flatMap((each) => (['string', 'number', 'boolean'].includes(typeof each) ? [String(each)] : []));
}

function ownValue(claims: unknown, name: string): unknown {
  const isThere = typeof claims === 'object' && claims !== null && Object.hasOwn(claims, name);
  return isThere ? (claims as Claims)[name] : undefined;
}

/** `staff` of `CN=Staff,DC=example,DC=com`. */
function firstNameOf(group: string): string[] {
  const [, name] = /^[a-z]+=((?:[^,\\]|\\.)+)(?:,|$)/i.exec(group) ?? [];
  return name === undefined ? [] : [folded(name.replaceAll(/\\(.)/g, '$1'))];
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
