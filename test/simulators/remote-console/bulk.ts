import { type Answer, type Body, type ConsoleState, problem } from './console-state.js';

interface Row {
  readonly op: string;
  readonly id?: string;
  readonly data?: Body;
  readonly ref?: string;
}

const outcomeWord: Readonly<Record<number, string>> = { 200: 'updated', 201: 'created', 204: 'deleted' };

/** `POST /bulk/{resource}`: each row as the single call would have answered. */
export function bulk(state: ConsoleState, resource: string, body: Body, rowLimit: number): Answer {
  if (!Array.isArray(body.operations))
    return problem(422, 'operations: is required', [{ detail: 'is required', pointer: '#/operations' }]);
  const rows = body.operations as Row[];
  if (rows.length > rowLimit) return problem(413, `At most ${rowLimit} operations`);
  const summary: Record<string, number> = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };
  const results = rows.map((row, index) => {
    const answer = single(state, resource, row);
    summary[outcomeWord[answer.status] ?? 'failed'] += 1;
    const { id } = (answer.body ?? {}) as { id?: string };
    const failed = answer.status >= 400;
    const vouchers =
      resource === 'vouchers' && !failed && row.op === 'create'
        ? { vouchers: (answer.body as { _embedded: { vouchers: Body[] } })._embedded.vouchers }
        : {};
    return {
      index,
      ref: row.ref,
      op: row.op,
      status: answer.status,
      id: failed ? undefined : (id ?? row.id),
      ...vouchers,
      ...(failed ? { error: answer.body } : {}),
    };
  });
  return { status: 200, body: { results, summary } };
}

function single(state: ConsoleState, resource: string, row: Row): Answer {
  const id = row.id ?? '';
  const data = row.data ?? {};
  switch (`${resource} ${row.op}`) {
    case 'users create':
      return state.createUser(data);
    case 'users update':
      return state.changeUser(id, data);
    case 'users delete':
      return state.remove('users', id);
    case 'user-groups create':
      return state.createGroup(data);
    case 'vouchers create':
      return state.createVouchers(data);
    case 'vouchers update':
      return state.changeVoucher(id, data);
    case 'vouchers delete':
      return state.revokeVoucher(id);
    default:
      return problem(422, `op: ${row.op} is not offered`);
  }
}
