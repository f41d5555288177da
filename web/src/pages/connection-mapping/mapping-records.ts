import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { Api } from '../../api/types';
import type { Values } from '../../parts/form/form-field';

export type MappedRecord = Api<'MappedRecordDto'>;

/** Where the mapping is in the body of a connection. */
export const mappingField = 'settings.mapping';

/** Undefined: the saved mapping, or the stored messages. */
export interface Tried {
  readonly mapping: Values | undefined;
  readonly message: string;
}

/** `etag`: of the connection as it is saved. */
export const trialQuery = (id: string, etag: string | undefined, { mapping, message }: Tried) =>
  queryOptions({
    queryKey: ['connection', id, 'mapping', 'trial', etag, JSON.stringify(mapping ?? null), message],
    meta: { topics: ['guests'] },
    queryFn: async ({ signal }) => {
      const body = { ...(mapping && { mapping }), ...(message.trim() !== '' && { payload: message }) };
      const { data } = await api.POST('/connections/{id}/mapping/preview', { params: { path: { id } }, body, signal });
      return data!.records;
    },
    retry: false,
  });

/** By place in the form: what no mapping could be saved with, and whose record has what cannot be read. */
export function problemsOf(records: readonly MappedRecord[], error: Error | null): Readonly<Record<string, string>> {
  if (error) return error instanceof ApiProblem ? error.byField : {};
  const found = records.flatMap((record, at) =>
    record.values
      .filter(({ detail }) => detail !== null)
      .map(({ place, detail }): [string, string] => [
        `${mappingField}.${place.replaceAll('/', '.')}`,
        `${nameOf(record, at)}: ${detail ?? ''}`,
      ]),
  );
  // Of several records the first is named.
  return Object.fromEntries(found.toReversed());
}

export function nameOf({ key }: MappedRecord, at: number): string {
  return key ?? `#${at + 1}`;
}
