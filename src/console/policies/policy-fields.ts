import { Wrong } from '../../http/body/readers.js';
import { policyReaders } from '../user-groups/group-policy.dto.js';
import { conditionRules } from './condition-rules.js';
import { type ConditionField, conditionFields, type ConditionOperator, type PolicyCondition } from './policy.js';

export const mostConditions = 50;

export function conditionList(value: unknown): unknown {
  if (!Array.isArray(value) || value.length > mostConditions)
    return new Wrong(`must be a list of at most ${mostConditions} conditions`);
  const read = value.map((each: unknown, index) => condition(each, `/${index}`));
  return Wrong.all(read.filter((each) => each instanceof Wrong)) ?? read;
}

function condition(written: unknown, at: string): PolicyCondition | Wrong {
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    return new Wrong('must be an object with field, op and value', at);
  const { field, op, value, ...others } = written as Record<string, unknown>;
  if (Object.keys(others).length > 0) return new Wrong('has field, op and value, and nothing else', at);
  if (!conditionFields.includes(field as ConditionField))
    return new Wrong(`must be one of ${conditionFields.join(', ')}`, `${at}/field`);
  const rules = conditionRules[field as ConditionField];
  if (typeof op !== 'string' || !Object.hasOwn(rules, op))
    return new Wrong(`must be one of ${Object.keys(rules).join(', ')}`, `${at}/op`);
  const read = rules[op as ConditionOperator]?.(value);
  return read instanceof Wrong
    ? new Wrong(read.detail, `${at}/value`)
    : ({ field, op, value: read } as PolicyCondition);
}

/** Null entries are left out. */
export function policyReply(reply: unknown): unknown {
  if (reply === null) return {};
  if (typeof reply !== 'object' || Array.isArray(reply)) return new Wrong('must be an object');
  const values: Record<string, unknown> = {};
  const wrong: Wrong[] = [];
  for (const [entry, wanted] of Object.entries(reply as object)) {
    if (!Object.hasOwn(policyReaders, entry)) {
      const shown = entry.slice(0, 64).replaceAll(/[\p{Cs}\p{Cc}]/gu, '?');
      wrong.push(new Wrong(`has no entry ${shown}. Known are: ${Object.keys(policyReaders).join(', ')}`));
      continue;
    }
    if (wanted === null || wanted === undefined) continue;
    const read = policyReaders[entry as keyof typeof policyReaders](wanted);
    if (read instanceof Wrong) wrong.push(new Wrong(read.detail, `/${entry}`));
    else values[entry] = read;
  }
  return Wrong.all(wrong) ?? values;
}
