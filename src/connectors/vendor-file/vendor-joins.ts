import type { Clock } from '../../kernel/clock.js';
import { isObject } from '../../kernel/json/is-object.js';
import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';
import { type Pointer, pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import { vendorId } from '../../provisioning/connector/vendor-record.js';
import type { VendorClient } from './vendor-client.js';
import type { VendorFile, VendorJoin } from './vendor-file.js';
import { vendorPagesOf } from './vendor-pages.js';

/** Of one joined list: it is in memory while the other one is read. */
const mostJoined = 50_000;
/** Further requests for one page; a longer page has to be made smaller. */
const mostDetails = 1_000;

/**
 * What a vendor says of a record elsewhere, put beside it under a name: a record of another list with the same key, or
 * the answer to a request for that key. For one reading: each joined list is read once, before the first page.
 * Where nothing has that key, the name stays away.
 */
export class VendorJoins {
  private readonly joins: readonly (readonly [string, VendorJoin])[];
  private readonly lists = new Map<string, Promise<ReadonlyMap<string, unknown>>>();

  constructor(
    { joins = {} }: Pick<VendorFile, 'joins'>,
    private readonly client: VendorClient,
    private readonly clock: Clock,
  ) {
    this.joins = Object.entries(joins);
  }

  /** @throws ConnectorProblem */
  async joined(records: readonly unknown[], signal: AbortSignal): Promise<readonly unknown[]> {
    if (this.joins.length === 0) return records;
    const found = await this.found(records, signal);
    return records.map((record) => {
      if (!isObject(record)) return record;
      const beside = found.flatMap(({ name, at, byKey }) => {
        const other = byKey.get(vendorId(valueIn(record, at)) ?? '');
        return other === undefined ? [] : [[name, other] as const];
      });
      return { ...record, ...Object.fromEntries(beside) };
    });
  }

  private async found(records: readonly unknown[], signal: AbortSignal) {
    const found: { name: string; at: Pointer; byKey: ReadonlyMap<string, unknown> }[] = [];
    for (const [name, join] of this.joins) {
      const at = pointerIn(join.by)!;
      const byKey = join.list
        ? await this.list(name, join.list, signal)
        : await this.details(name, join.record!, keysIn(records, at), signal);
      found.push({ name, at, byKey });
    }
    return found;
  }

  private list(
    name: string,
    list: NonNullable<VendorJoin['list']>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, unknown>> {
    const known = this.lists.get(name) ?? this.readList(name, list, signal);
    this.lists.set(name, known);
    return known;
  }

  private async readList(
    name: string,
    list: NonNullable<VendorJoin['list']>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, unknown>> {
    const { client, clock } = this;
    const at = pointerIn(list.key)!;
    const byKey = new Map<string, unknown>();
    for await (const { answer } of vendorPagesOf({ client, clock }, list, {}, null, signal)) {
      for (const record of answer.records) {
        const key = vendorId(valueIn(record, at));
        if (key !== undefined) byKey.set(key, record);
      }
      if (byKey.size > mostJoined)
        throw new ConnectorProblem('upstream_broken', `${name}: the list has more than ${mostJoined} records`);
    }
    return byKey;
  }

  private async details(
    name: string,
    words: NonNullable<VendorJoin['record']>,
    keys: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, unknown>> {
    if (keys.size > mostDetails)
      throw new ConnectorProblem('upstream_broken', `${name}: a page needs more than ${mostDetails} further requests`);
    const byKey = new Map<string, unknown>();
    for (const key of keys) {
      const found = await this.client.record(words, key, signal);
      if (found) byKey.set(key, found.record);
    }
    return byKey;
  }
}

function keysIn(records: readonly unknown[], at: Pointer): ReadonlySet<string> {
  return new Set(records.flatMap((record) => vendorId(valueIn(record, at)) ?? []));
}
