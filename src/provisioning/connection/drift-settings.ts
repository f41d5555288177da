import type { FieldProblem } from '../../kernel/errors.js';
import { members, oneOf } from '../access/shape.js';
import type { DriftAction, DriftSettings } from './connection.js';

const action = oneOf('report', 'repair', 'accept');
const byKind = members({ changed: action, missing: action });

/** A word holds for every kind of difference; an object names some, and the others stay as they were. */
export function readDrift(
  written: unknown,
  before: DriftSettings,
): { readonly drift: DriftSettings; readonly problems: readonly FieldProblem[] } {
  if (written === undefined) return { drift: before, problems: [] };
  const isWord = typeof written === 'string';
  const problems = isWord ? action(written, '#/drift') : byKind(written, '#/drift');
  if (problems.length > 0) return { drift: before, problems };
  const said = isWord
    ? { changed: written as DriftAction, missing: written as DriftAction }
    : (written as Partial<DriftSettings>);
  return { drift: { ...before, ...said }, problems };
}
