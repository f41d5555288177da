import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import { type Context, everyOrganization, OpenTransaction } from '../kernel/context.js';
import { isUuid } from '../kernel/ids.js';

export type Action = () => void;

export class Transaction extends OpenTransaction {
  protected readonly brand = 'transaction';
  readonly afterCommit: Action[] = [];
  manager?: EntityManager;
  isCommitted = false;

  /** `enclosing`: this transaction ends with it at the latest. */
  constructor(
    readonly client: pg.PoolClient,
    private readonly enclosing?: { readonly isOpen: boolean },
  ) {
    super();
  }

  /** Its connection may serve another transaction by now. */
  get isOver(): boolean {
    return this.isCommitted || this.enclosing?.isOpen === false;
  }
}

/** Sets organization and actor until the transaction ends. Inlined, so that it travels in one message with BEGIN. */
export function scopeOf(context: Context): string {
  const scope = context.organizationId;
  // The check lets only a uuid or * through.
  if (scope !== everyOrganization && !isUuid(scope)) throw new Error('A context names its organization by uuid');
  const sessions = context.keepsSessions ? ";set local usher.keeps_sessions='on'" : '';
  return `set local usher.organization_id='${scope}';set local usher.actor='${spokenActor(context)}'${sessions}`;
}

/**
 * Kind, id, name and request (or a request per record), for the audit triggers. In base64, whose letters cannot end the
 * SQL string.
 */
function spokenActor({ actor: { kind, id, name }, requestId, requestIds }: Context): string {
  const spoken = [kind, kind !== 'system' && isUuid(id) ? id : null, name, requestId];
  return Buffer.from(JSON.stringify(requestIds ? [...spoken, requestIds] : spoken)).toString('base64');
}

/** What `send` sends leaves together, so that the server wakes once, not for each message. */
export function inOnePacket<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as pg.Client).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

type Answers<T> = { -readonly [Index in keyof T]: Awaited<T[Index]> };

/** Waits for all, then throws the first failure: later ones are often only its consequences. */
export async function inOrder<T extends readonly Promise<unknown>[]>(sent: T): Promise<Answers<T>> {
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as Answers<T>;
}

/**
 * Sends what begins a transaction: one message, but where tables are distributed. There the coordinator sends each
 * message that holds a SET on to other nodes, with all that stands beside it.
 */
export function sendBegin(client: pg.PoolClient, begin: string, isDistributed: boolean): Promise<unknown> {
  if (!isDistributed) return client.query(begin);
  return inOrder(begin.split(';').map((message) => client.query(message)));
}
