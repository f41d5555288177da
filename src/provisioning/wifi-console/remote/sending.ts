import type { ConsoleOperation, OperationPriority, OperationOutcome, StillClaimed } from '../port/wifi-console.js';
import type { RemoteAnswer, RemoteRequest, StillWanted } from './remote-console.client.js';
import type { WireBody } from './remote-console.wire.js';

/** One operation as a row of a bulk call; a single call says the same with method and path. */
export interface WireRow {
  readonly op: 'create' | 'update' | 'delete';
  readonly id?: string;
  readonly data?: WireBody;
}

/** How operations of one resource are sent, and what answers mean. */
export interface OperationWire<Operation extends ConsoleOperation> {
  readonly resource: 'users' | 'vouchers';
  /** Null if the operation has nothing left that this server understands. */
  row(operation: Operation): WireRow | null;
  request(operation: Operation, row: WireRow): RemoteRequest;
  /** Outcome of an operation whose row is null. */
  unsent(operation: Operation): OperationOutcome;
  /** Null: something was learnt about the server, so send again. @throws ConsoleRefused */
  settle(
    operation: Operation,
    row: WireRow,
    answer: RemoteAnswer,
    priority: OperationPriority,
    stillWanted?: StillWanted,
  ): Promise<OperationOutcome | null>;
}

/** Outcome of an operation that was not carried out, or may not have been. */
export function notNow(answer: Extract<RemoteAnswer, { kind: 'later' | 'unknown' }>): OperationOutcome {
  const { kind, detail } = answer;
  const away = answer.isAway ? { isAway: true } : {};
  return kind === 'unknown'
    ? { status: 'unknown', detail, ...away }
    : { status: 'retry', detail, ...away, ...(answer.notBeforeAt ? { notBeforeAt: answer.notBeforeAt } : {}) };
}

/** Asks whether one operation is still claimed; undefined if its caller holds no claims. */
export function stillWanted({ id }: ConsoleOperation, stillClaimed?: StillClaimed): StillWanted | undefined {
  return stillClaimed && (async () => (await stillClaimed([id])).has(id));
}
