import { LRUCache } from 'lru-cache';
import { atMost } from '../../../kernel/at-most.js';
import type { Ids } from '../../../kernel/ids.js';
import { ConsoleUnavailable } from '../port/console-problems.js';
import type { ConsoleOperation, OperationPriority, OperationOutcome } from '../port/wifi-console.js';
import type { RemoteAnswer, RemoteConsoleClient, RemoteRequest, StillWanted } from './remote-console.client.js';
import {
  extensionFields,
  wireId,
  namesGroup,
  personFields,
  showsExtensions,
  userBody,
  type WireBody,
  without,
} from './remote-console.wire.js';
import type { RemoteUsers } from './remote-users.js';
import { notNow, type OperationWire, type WireRow } from './sending.js';
import type { ServerAbilities } from './server-abilities.js';

export type RemoteUserOperation = Extract<ConsoleOperation, { kind: 'create_user' | 'change_user' | 'delete_user' }>;
type Creation = Extract<RemoteUserOperation, { kind: 'create_user' }>;

const saysUnknownField =
  /unknown|unexpected|unrecogni[sz]ed|unsupported|additional|not (?:allowed|permitted|known|supported|recogni[sz]ed|a known)|should not exist|no such field/i;

/** Of the reference. A server that names one of them in words does not mean the fields beyond it. */
const loginFields = ['username', 'password'];

/** Account operations on the wire: what is sent, and what an answer means. */
export class UserOperations implements OperationWire<RemoteUserOperation> {
  readonly resource = 'users';
  /** Fields about the person whose value the console refuses, by operation, and what it said. */
  private readonly withheld = new LRUCache<string, { readonly fields: ReadonlySet<string>; readonly detail: string }>(
    atMost(20_000),
  );
  /** Accounts that this process created: a repeated creation finds its own. */
  private readonly made = new LRUCache<string, string>(atMost(20_000));

  constructor(
    private readonly client: RemoteConsoleClient,
    private readonly users: RemoteUsers,
    private readonly abilities: ServerAbilities,
    private readonly ids: Ids,
    private readonly onRefusal: () => void,
  ) {}

  row(operation: RemoteUserOperation): WireRow | null {
    const refused = new Set([...this.abilities.refusedFields(), ...this.withheldFrom(operation)]);
    switch (operation.kind) {
      case 'create_user':
        return { op: 'create', data: without(userBody({ ...operation, fields: operation.user }, true), refused) };
      case 'delete_user':
        return { op: 'delete', id: operation.remoteId };
      case 'change_user': {
        const data = without(userBody({ ...operation, fields: operation.changes }, false), refused);
        return Object.keys(data).length === 0 ? null : { op: 'update', id: operation.remoteId, data };
      }
    }
  }

  request(operation: RemoteUserOperation, { op, id = '', data }: WireRow): RemoteRequest {
    switch (op) {
      case 'create':
        return { method: 'POST', path: ['users'], body: data, idempotencyKey: this.idempotencyKey(operation) };
      case 'update':
        return { method: 'PATCH', path: ['users', id], body: data };
      case 'delete':
        return { method: 'DELETE', path: ['users', id] };
    }
  }

  unsent(operation: RemoteUserOperation): OperationOutcome {
    return operation.kind === 'create_user'
      ? { status: 'refused', detail: 'There is nothing to create' }
      : { status: 'done', remoteId: operation.remoteId, ...this.written(operation) };
  }

  async settle(
    operation: RemoteUserOperation,
    row: WireRow,
    answer: RemoteAnswer,
    priority: OperationPriority,
    stillWanted?: StillWanted,
  ): Promise<OperationOutcome | null> {
    switch (answer.kind) {
      case 'ok':
        return this.done(operation, answer.body);
      case 'later':
      case 'unknown':
        return notNow(answer);
      case 'not_offered':
        return { status: 'refused', detail: answer.detail };
      case 'missing':
        return operation.kind === 'create_user'
          ? { status: 'retry', detail: `No accounts at this address: ${answer.detail}` }
          : { status: 'gone' };
      case 'conflict':
        return this.afterConflict(operation, answer.detail, priority, stillWanted);
      case 'invalid':
        return this.afterRefusal(operation, row.data ?? {}, answer, priority);
    }
  }

  private done(operation: RemoteUserOperation, body: unknown): OperationOutcome {
    if (showsExtensions(body)) this.abilities.confirmExtensions();
    if (operation.kind !== 'create_user')
      return { status: 'done', remoteId: operation.remoteId, ...this.written(operation) };
    const remoteId = wireId(body);
    if (remoteId === null) return { status: 'unknown', detail: 'The console did not tell the id of the account' };
    this.made.set(operation.id, remoteId);
    return { status: 'done', remoteId, ...this.written(operation) };
  }

  private withheldFrom({ id }: RemoteUserOperation): ReadonlySet<string> {
    return this.withheld.get(id)?.fields ?? new Set();
  }

  private written({ id }: RemoteUserOperation): { readonly detail?: string } {
    const withheld = this.withheld.get(id);
    return withheld ? { detail: `Written without ${[...withheld.fields].join(', ')}: ${withheld.detail}` } : {};
  }

  private async afterConflict(
    operation: RemoteUserOperation,
    detail: string,
    priority: OperationPriority,
    stillWanted?: StillWanted,
  ): Promise<OperationOutcome> {
    if (/idempoten|still running|in progress/i.test(detail)) return { status: 'retry', detail };
    const username =
      operation.kind === 'create_user'
        ? operation.user.username
        : operation.kind === 'change_user'
          ? operation.changes.username
          : undefined;
    if (username === undefined) return { status: 'refused', detail };
    try {
      const holder = await this.users.holderOf(username, priority);
      if (operation.kind !== 'create_user') return { status: 'taken', remoteId: holder?.remoteId ?? null };
      if (holder && this.made.get(operation.id) === holder.remoteId)
        return { status: 'done', remoteId: holder.remoteId };
      if (holder && holder.externalId !== operation.externalId) return { status: 'taken', remoteId: holder.remoteId };
      const own = holder ?? (await this.users.byExternalId(operation.externalId, priority));
      return own
        ? await this.bring(operation, own.remoteId, priority, stillWanted)
        : { status: 'taken', remoteId: null };
    } catch (error) {
      if (!(error instanceof ConsoleUnavailable)) throw error;
      return {
        status: 'retry',
        detail: error.message,
        ...(error.notBeforeAt ? { notBeforeAt: error.notBeforeAt } : {}),
      };
    }
  }

  /**
   * The external id shows that the account is ours, from an attempt whose answer was lost: it gets the desired state.
   */
  private async bring(
    operation: Creation,
    remoteId: string,
    priority: OperationPriority,
    stillWanted?: StillWanted,
  ): Promise<OperationOutcome> {
    const { id, user, password, groupId } = operation;
    const change: RemoteUserOperation = { id, kind: 'change_user', remoteId, changes: user, password, groupId };
    for (;;) {
      const row = this.row(change);
      const outcome = row
        ? await this.settle(
            change,
            row,
            await this.client.send(this.request(change, row), priority, stillWanted),
            priority,
            stillWanted,
          )
        : this.unsent(change);
      if (outcome) return outcome;
    }
  }

  /**
   * Null if the server turned out not to know some fields, or to refuse what they say of the person: the operation is
   * sent again without them.
   */
  private async afterRefusal(
    { id }: RemoteUserOperation,
    sent: WireBody,
    { detail, fields }: Extract<RemoteAnswer, { kind: 'invalid' }>,
    priority: OperationPriority,
  ): Promise<OperationOutcome | null> {
    const told =
      fields.length > 0 ? fields : loginFields.filter((field) => new RegExp(`\\b${field}\\b`, 'i').test(detail));
    const refused: OperationOutcome = { status: 'refused', detail, ...(told.length > 0 && { fields: told }) };
    const alreadyRefused = this.abilities.refusedFields();
    const extensions = extensionFields.filter((field) => field in sent);
    if (namesGroup({ detail, fields })) this.onRefusal();
    if (extensions.length === 0) return refused;
    if (extensions.some((field) => alreadyRefused.has(field))) return null;
    if (saysUnknownField.test(detail)) {
      const named = extensions.filter((field) => fields.includes(field) || new RegExp(`\\b${field}\\b`).test(detail));
      if (named.length === 0 && told.length > 0) return refused;
      // A server that knows none of the fields sent knows none at all.
      const knowsOthers = named.length > 0 && (named.length < extensions.length || this.abilities.takesExtensions);
      this.abilities.refuseFields(knowsOthers ? named : extensionFields);
      return null;
    }
    const ofPerson = personFields.filter((field) => field in sent && fields.includes(field));
    if (ofPerson.length > 0 && ofPerson.length === fields.length) {
      const before = this.withheld.get(id);
      this.withheld.set(id, {
        fields: new Set([...(before?.fields ?? []), ...ofPerson]),
        detail: [...(before ? [before.detail] : []), detail].join('; '),
      });
      return null;
    }
    if (told.length > 0 || this.abilities.takesExtensions) return refused;
    if (await this.users.showsExtensions(priority)) {
      this.abilities.confirmExtensions();
      return refused;
    }
    this.abilities.refuseFields(extensionFields);
    return null;
  }

  /** A stored refusal must not answer the same operation in another form. */
  private idempotencyKey(operation: RemoteUserOperation): string {
    const refused = [...new Set([...this.abilities.refusedFields(), ...this.withheldFrom(operation)])].sort();
    return refused.length === 0 ? operation.id : this.ids.derived(operation.id, ...refused);
  }
}
