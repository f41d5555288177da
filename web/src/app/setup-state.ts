import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { useMay } from './session';

/** What of the set-up is done, by what the service knows. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }) => (await api.GET('/setup', { signal })).data!,
  staleTime: 60_000,
});

/** Until it is known, nobody is sent to set anything up. */
export function useIsSetUp(): boolean {
  const enabled = useMay('networks:write');
  return useQuery({ ...setupQuery, enabled }).data?.complete ?? true;
}
