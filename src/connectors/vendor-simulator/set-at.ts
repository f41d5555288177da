import { isObject } from '../../kernel/json/is-object.js';
import { pointerIn } from '../../provisioning/connector/mapping/pointer.js';

/** Puts a value where a pointer says; what is missing on the way becomes objects. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const { tokens } = pointerIn(path)!;
  const last = tokens.at(-1);
  if (last === undefined) return;
  let place = target;
  for (const token of tokens.slice(0, -1)) {
    const next = place[token];
    const inner = isObject(next) || Array.isArray(next) ? (next as Record<string, unknown>) : {};
    place[token] = inner;
    place = inner;
  }
  place[last] = value;
}
