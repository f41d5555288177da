import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { pageOf, type ResourceName } from '../../api/types';
import type { ListRequest } from '../data-table';
import type { Lookup, Values } from '../form/form-field';
import type { ReadRecord } from '../form/resource-form';
import { listQuery, type ListSearch } from '../list-search';

export interface ReadRow<Row> extends ReadRecord {
  readonly row: Row;
}

/** How pages list, read and write the records of one resource. Its name begins the keys of its queries. */
export interface Resource<Row> {
  readonly name: ResourceName;
  readonly meta?: { readonly topics: readonly string[] };
  /** Where the stream of changes does not tell of them: how often they are looked at. */
  readonly refetchInterval?: number;
  list(search: ListSearch): ListRequest<Row>;
  read(id: string): Promise<ReadRow<Row>>;
  create(values: Values): Promise<ReadRow<Row>>;
  change(id: string, changes: Values, etag: string | undefined): Promise<ReadRow<Row>>;
  remove(id: string): Promise<void>;
}

/** What people know those records by that a row names by their ids. */
export type Named<Row> = Row & { readonly names?: Readonly<Record<string, string>> };

interface Options<Row> {
  /** Of the stream of changes, beside the one that is called as the resource is. */
  readonly topics?: readonly string[];
  readonly refetchInterval?: number;
  /** Fields that hold ids of other records: their names are read for a whole page at once. */
  readonly names?: { readonly [Field in keyof Row]?: Lookup };
  /** What the form shows of a record; without it, the record as it is. */
  readonly valuesOf?: (row: Row) => Values;
}

/** The calls are the same for each resource: the types of one stand for all, and the row's type is given. */
export function resourceOf<Row extends object>(
  name: ResourceName,
  { valuesOf, topics, refetchInterval, names = {} }: Options<Row> = {},
): Resource<Named<Row>> {
  const all = `/${name}` as '/devices';
  const one = `/${name}/{id}` as '/devices/{id}';
  const readOf = (data: unknown, response: Response): ReadRow<Row> => {
    const row = data as Row;
    return {
      row,
      values: valuesOf ? valuesOf(row) : (row as unknown as Values),
      etag: response.headers.get('etag') ?? undefined,
    };
  };
  const kept = {
    ...(topics ? { meta: { topics } } : {}),
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  };
  return {
    name,
    ...kept,
    list: (search) => ({
      queryKey: [name, search],
      ...kept,
      queryFn: async ({ signal }) => {
        const { data } = await api.GET(all, { params: { query: listQuery(search) }, signal });
        const { rows, total } = pageOf<Row>(data!);
        return { rows: await withNames(rows, names, signal), total };
      },
    }),
    read: async (id) => {
      const { data, response } = await api.GET(one, { params: { path: { id } } });
      return readOf(data, response);
    },
    create: async (values) => {
      const { data, response } = await api.POST(all, { body: values as { mac: string } });
      return readOf(data, response);
    },
    change: async (id, changes, etag) => {
      const header = etag === undefined ? {} : { 'If-Match': etag };
      const { data, response } = await api.PATCH(one, { params: { path: { id }, header }, body: changes });
      return readOf(data, response);
    },
    remove: async (id) => {
      await api.DELETE(one, { params: { path: { id } } });
    },
  };
}

/** Each row with what people know the records by that it names. */
export async function withNames<Row extends object>(
  rows: readonly Row[],
  lookups: { readonly [Field in keyof Row]?: Lookup },
  signal: AbortSignal,
): Promise<Named<Row>[]> {
  const names: Record<string, string> = {};
  for (const [field, lookup] of Object.entries(lookups) as [keyof Row, Lookup][]) {
    const ids = [...new Set(rows.map((row) => row[field] as unknown).filter((id) => typeof id === 'string'))];
    if (ids.length > 0) Object.assign(names, await namesOf(ids, lookup, signal));
  }
  return rows.map((row) => ({ ...row, names }));
}

async function namesOf(ids: readonly string[], { resource, by }: Lookup, signal: AbortSignal) {
  const query = { page_size: 100, filter: JSON.stringify({ id: { in: ids } }) };
  try {
    const { data } = await api.GET(`/${resource}` as '/users', { params: { query }, signal });
    const rows = pageOf<Readonly<Record<string, unknown>>>(data!).rows;
    return Object.fromEntries(rows.map((row) => [String(row.id), String(row[by])]));
  } catch (problem) {
    // Who may not read them sees the list without their names.
    if (problem instanceof ApiProblem && problem.status === 403) return {};
    throw problem;
  }
}
