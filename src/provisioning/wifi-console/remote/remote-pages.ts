import { ConsoleUnavailable } from '../port/console-problems.js';
import type { OperationPriority } from '../port/wifi-console.js';
import type { Query } from './remote-address.js';
import type { RemoteAnswer, RemoteConsoleClient } from './remote-console.client.js';
import { pagingOf, collectionRows } from './remote-console.wire.js';

const pageSize = 100;
const mostPages = 10_000;

export interface RemoteList {
  readonly path: string;
  /** Name of the rows within `_embedded`. */
  readonly rel: string;
  readonly query?: Query;
}

export interface RemotePage {
  readonly rows: readonly unknown[];
  /** Null if the server does not say. */
  readonly pages: number | null;
  readonly isLast: boolean;
}

/**
 * One page of a collection; null if the server refuses the query (400 or 422). @throws ConsoleUnavailable if there is
 * no usable answer.
 */
export async function pageOf(
  client: RemoteConsoleClient,
  { path, rel, query }: RemoteList,
  number: number,
  priority: OperationPriority,
): Promise<RemotePage | null> {
  const answer = await client.send(
    { method: 'GET', path: [path], query: { ...query, page: number, page_size: pageSize } },
    priority,
  );
  if (answer.kind === 'invalid' && query && Object.keys(query).length > 0) return null;
  if (answer.kind !== 'ok') throw unavailable(path, answer);
  const rows = collectionRows(answer.body, rel);
  if (!rows) throw new ConsoleUnavailable(`The console answered no list of ${path}`);
  const { pages, page, hasNext } = pagingOf(answer.body);
  // A server that ignores `page` would return its first page forever.
  if (page !== null && page !== number)
    throw new ConsoleUnavailable(`The console answered page ${page} of ${path} when asked for ${number}`);
  return { rows, pages, isLast: pages === null ? !(hasNext ?? rows.length >= pageSize) : number >= pages };
}

/** Rows from the first page on; null instead of a page if the server refuses the query. */
export async function* pagesOf(
  client: RemoteConsoleClient,
  list: RemoteList,
  priority: OperationPriority,
): AsyncIterable<readonly unknown[] | null> {
  for (let number = 1; number <= mostPages; number += 1) {
    const page = await pageOf(client, list, number, priority);
    yield page?.rows ?? null;
    if (!page || page.isLast || page.rows.length === 0) return;
  }
  throw new ConsoleUnavailable(`The list of ${list.path} does not end`);
}

export function unavailable(what: string, answer: RemoteAnswer): ConsoleUnavailable {
  const detail = answer.kind === 'ok' ? 'an answer that cannot be read' : answer.detail;
  return new ConsoleUnavailable(
    `The console cannot be asked for ${what}: ${detail}`,
    answer.kind === 'later' ? (answer.notBeforeAt ?? null) : null,
    'isAway' in answer && answer.isAway,
  );
}
