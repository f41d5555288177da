import type { FieldProblem } from '../../kernel/errors.js';
import { readFlag, readOrNull, prose, readText, wholeNumber, Wrong } from '../../http/body/readers.js';
import type { ReadValues } from '../../http/body/dto-check.js';
import { FieldTable } from '../set/fields.js';
import { policyReaders } from '../user-groups/group-policy.dto.js';
import { conditionRules } from './condition-rules.js';
import {
  type PolicyCondition,
  type ConditionField,
  conditionFields,
  type ConditionOperator,
  type PolicyFields,
} from './policy.js';

const mostConditions = 50;

/** The plain fields; conditions and reply have places of their own inside, which errors point at. */
const plainFields = new FieldTable<PolicyFields>([
  { api: 'name', name: 'name', read: readText(128) },
  { api: 'description', name: 'description', read: readOrNull(prose(2000)) },
  { api: 'priority', name: 'priority', read: wholeNumber(-1_000_000, 1_000_000) },
  { api: 'enabled', name: 'enabled', read: (value) => (typeof value === 'boolean' ? value : readFlag(value)) },
  { api: 'match', name: 'match', read: oneOf('all', 'any') },
  { api: 'effect', name: 'effect', read: oneOf('permit', 'deny') },
]);

/** Reads a body in the API's names; every error points at its place, such as `#/conditions/0/value`. */
export function readPolicy(body: unknown, required: readonly string[] = []): ReadValues<PolicyFields> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { values: {}, errors: [{ pointer: '#', detail: 'must be an object' }] };
  const { conditions, reply, ...plain } = body as Record<string, unknown>;
  const read = plainFields.fromApi(plain, required);
  const errors: FieldProblem[] = [...read.errors];
  const values: Record<string, unknown> = { ...read.values };
  if (conditions !== undefined) values.conditions = readConditions(conditions, errors);
  if (reply !== undefined) values.reply = readReply(reply, errors);
  return { values: values as Partial<PolicyFields>, errors };
}

function readConditions(value: unknown, errors: FieldProblem[]): unknown {
  if (!Array.isArray(value) || value.length > mostConditions) {
    errors.push({ pointer: '#/conditions', detail: `must be a list of at most ${mostConditions} conditions` });
    return [];
  }
  return value.map((each: unknown, index) => readCondition(each, `#/conditions/${index}`, errors));
}

function readCondition(condition: unknown, at: string, errors: FieldProblem[]): PolicyCondition | undefined {
  const wrong = (pointer: string, detail: string): undefined => void errors.push({ pointer, detail });
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition))
    return wrong(at, 'must be an object with field, op and value');
  const { field, op, value, ...others } = condition as Record<string, unknown>;
  if (Object.keys(others).length > 0) return wrong(at, 'has field, op and value, and nothing else');
  if (!conditionFields.includes(field as ConditionField))
    return wrong(`${at}/field`, `must be one of ${conditionFields.join(', ')}`);
  const rules = conditionRules[field as ConditionField];
  if (typeof op !== 'string' || !Object.hasOwn(rules, op))
    return wrong(`${at}/op`, `must be one of ${Object.keys(rules).join(', ')}`);
  const read = rules[op as ConditionOperator]?.(value);
  if (read instanceof Wrong) return wrong(`${at}/value`, read.detail);
  return { field, op, value: read } as PolicyCondition;
}

/** Entries that are null are left out. */
function readReply(reply: unknown, errors: FieldProblem[]): object {
  if (reply === null) return {};
  if (typeof reply !== 'object' || Array.isArray(reply)) {
    errors.push({ pointer: '#/reply', detail: 'must be an object' });
    return {};
  }
  return Object.fromEntries(
    Object.entries(reply as object).flatMap(([entry, wanted]) => {
      const known = Object.hasOwn(policyReaders, entry)
        ? policyReaders[entry as keyof typeof policyReaders]
        : undefined;
      if (!known)
        errors.push({
          pointer: '#/reply',
          detail:
            `has no entry ${entry.slice(0, 64).replaceAll(/[\p{Cs}\p{Cc}]/gu, '?')}. Known are: ` +
            `${Object.keys(policyReaders).join(', ')}`,
        });
      if (!known || wanted === null || wanted === undefined) return [];
      const read = known(wanted);
      if (read instanceof Wrong) errors.push({ pointer: `#/reply/${entry}`, detail: read.detail });
      return [[entry, read]];
    }),
  );
}

function oneOf(...words: readonly string[]) {
  return (value: unknown): unknown =>
    words.includes(value as string) ? value : new Wrong(`must be one of ${words.join(', ')}`);
}
