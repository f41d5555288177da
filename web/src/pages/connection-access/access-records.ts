import { CancelledError, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { type Values, valueAt } from '../../parts/form/form-field';
import type { ReadRecord } from '../../parts/form/resource-form';
import { connectionQuery, type ReadConnection, saveConnection } from '../connection/connection-record';

export type AccessTrial = Api<'AccessTrialDto'>;
export type PersonsAccess = Api<'AccessOfPersonDto'>;
export type FactCondition = { readonly field: string; readonly op: string; readonly value?: unknown };
export type GroupRule = { readonly when?: readonly FactCondition[]; readonly name: string };

/** The access of a connection with what its preset says, and what of it is its own. */
export interface ReadAccess extends ReadRecord {
  readonly own: Values;
  readonly trial: AccessTrial;
}

export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: ['connection', id, 'access'],
    // The connection is the one that stands above the page: asked for once, beside what its access comes to.
    queryFn: ({ client, signal }) => readAccess(id, askedOnce(client, id, signal), signal),
  });

/** The page before may have begun to ask for it, and takes the question back as it goes: then it is asked anew. */
function askedOnce(client: QueryClient, id: string, signal: AbortSignal): Promise<ReadConnection> {
  return client.fetchQuery(connectionQuery(id)).catch((error: unknown) => {
    if (!(error instanceof CancelledError) || signal.aborted) throw error;
    return client.fetchQuery(connectionQuery(id));
  });
}

export async function readAccess(
  id: string,
  reading: Promise<ReadConnection>,
  signal?: AbortSignal,
): Promise<ReadAccess> {
  const [read, trial] = await Promise.all([reading, tryAccess(id, undefined, signal)]);
  return { values: { access: trial.access }, etag: read.etag, own: read.connection.access, trial };
}

export async function tryAccess(id: string, access: Values | undefined, signal?: AbortSignal): Promise<AccessTrial> {
  const body = access === undefined ? {} : { access };
  const { data } = await api.POST('/connections/{id}/access/preview', { params: { path: { id } }, body, signal });
  return data!;
}

export async function saveAccess(id: string, access: Values, etag: string | undefined): Promise<ReadAccess> {
  const saved = await saveConnection(id, { access }, etag);
  return readAccess(id, Promise.resolve(saved));
}

/** The connection's own access with what was changed on the page. What was emptied is the preset's again. */
export function accessWith(own: Values, changes: Values): Values {
  const changed = (changes.access ?? {}) as Values;
  const parts = Object.entries(changed).map(([name, value]) => {
    const isPart = name === 'starts' || name === 'ends';
    return [name, isPart ? { ...(valueAt(own, name) as object | undefined), ...(value as object) } : value] as const;
  });
  const whole = { ...own, ...Object.fromEntries(parts) };
  return Object.fromEntries(Object.entries(whole).filter(([name, value]) => value !== null || mayBeNone.has(name)));
}

/** Null says something: no password, no limit. */
const mayBeNone = new Set(['password', 'max_devices', 'delete_after_seconds']);

/** As people know somebody: by room and name, else by the record. */
export function roomAndName({ facts, key }: Pick<PersonsAccess, 'facts' | 'key'>): string {
  return [facts.room, facts.first_name, facts.last_name].filter(Boolean).join(' ') || key;
}
