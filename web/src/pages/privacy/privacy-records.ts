import { useLingui } from '@lingui/react/macro';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';

export type Erasure = Api<'ErasureDto'>;
export type PersonQuery = Api<'PersonQueryDto'>;

export const erasureColours = { ending: 'yellow', auditing: 'blue', done: 'green' } as const;

/** An erasure goes on by itself, step by step. */
const lookMilliseconds = 3_000;

export const erasures = (search: ListSearch): ListRequest<Erasure> => ({
  queryKey: ['erasures', search],
  refetchInterval: lookMilliseconds,
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/privacy/erasures', { params: { query: listQuery(search) }, signal });
    return pageOf<Erasure>(data!);
  },
});

/** What is kept, by kind; a kind that is not known here is shown as it is. */
export function useKindWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    records: t`records`,
    entitlements: t`entitlements`,
    accounts: t`accounts`,
    users: t`accounts`,
    messages: t`messages`,
    files: t`files`,
    devices: t`devices`,
    deliveries: t`deliveries`,
    log: t`log entries`,
    registrations: t`registrations`,
    requests: t`requests`,
    logins: t`logins`,
    sessions: t`sessions`,
  };
}
