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

  /** `enclosing`: it ends with that one at the latest. */
  constructor(
    readonly client: pg.PoolClient,
    private readonly enclosing?: { readonly isOpen: boolean },
  ) {
    super();
  }

  /** Its connection may be somebody else's by now. */
  get isOver(): boolean {
    return this.isCommitted || this.enclosing?.isOpen === false;
  }
}

/**
 * Says for which organization and by whom, until the transaction ends. Inlined: so it travels in one message with
 * BEGIN.
 */
export function scopeOf(context: Context): string {
  const scope = context.organizationId;
  // The check keeps anything but a uuid or * out.
  if (scope !== everyOrganization && !isUuid(scope)) throw new Error('A context names its organization by uuid');
  const sessions = context.keepsSessions ? ";set local usher.keeps_sessions='on'" : '';
  return `set local usher.organization_id='${scope}';set local usher.actor='${spokenActor(context)}'${sessions}`;
}

/**
 * Kind, id, name and request, or the request of each record, for the triggers of the audit. In base64, whose letters
 * cannot end the text that they stand in.
 */
function spokenActor({ actor: { kind, id, name }, requestId, requestIds }: Context): string {
  const spoken = [kind, kind !== 'system' && isUuid(id) ? id : null, name, requestId];
  return Buffer.from(JSON.stringify(requestIds ? [...spoken, requestIds] : spoken)).toString('base64');
}

/** What `send` sends leaves together, so that the server is woken once and not for each message. */
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

/** Waits for all; throws what failed first, which says more than what failed after it for its sake. */
export async function inOrder<T extends readonly Promise<unknown>[]>(sent: T): Promise<Answers<T>> {
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as Answers<T>;
}
