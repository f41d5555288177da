import { Problem, type ProblemKind } from '../../../kernel/errors.js';
import { ConnectorProblem, type ConnectorProblemCode } from '../../connector/connector-problem.js';

const kinds: Readonly<Partial<Record<ConnectorProblemCode, ProblemKind>>> = {
  signature_invalid: 'unauthenticated',
  settings_invalid: 'conflict',
  credentials_refused: 'conflict',
  record_malformed: 'malformed',
  record_conflict: 'conflict',
  gone: 'not_found',
};

/** A connector's failure as an answer to the caller. Other errors pass through. */
export function connectorRefusal(error: unknown): never {
  if (error instanceof ConnectorProblem)
    throw new Problem(kinds[error.code] ?? 'unavailable', error.message, [], { code: error.code });
  throw error;
}
