import type { FieldProblem } from '../../kernel/errors.js';
import type { FactKind } from '../facts/facts.js';
import type { AccessPresets } from './access-presets.js';
import { misfits, wrongPlaces } from './access-rules.js';
import type { AccessSettings } from './access-settings.dto.js';
import { wrong } from './shape.js';
import { isObject } from '../../kernel/json/is-object.js';

export type ReadAccess =
  | { readonly input: Readonly<Record<string, unknown>>; readonly access: AccessSettings }
  | { readonly problems: readonly FieldProblem[] };

/** Checks an operator's `access` of a connection and resolves it. Pointers are below `#/access`. */
export function readAccess(
  presets: AccessPresets,
  definition: { readonly preset: string; readonly factKind: FactKind },
  written: unknown,
): ReadAccess {
  const shape = wrongPlaces(written, { pointer: '#/access' });
  if (shape.length > 0 || !isObject(written)) return { problems: shape };
  const input = { preset: definition.preset, ...written };
  if (!presets.find(String(input.preset)))
    return { problems: wrong('#/access/preset', `must be one of ${presets.names.join(', ')}`) };
  const access = presets.resolve(input);
  const problems = misfits(access, written, definition.factKind);
  return problems.length > 0 ? { problems } : { input, access };
}
