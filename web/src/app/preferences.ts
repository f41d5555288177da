import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';
import type { Api } from '../api/types';

export type Preferences = Omit<Api<'PreferencesDto'>, '_links'>;

/** How the console looks to whoever is signed in: the service keeps it, so that it is so wherever she signs in. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }): Promise<Preferences> => (await api.GET('/preferences', { signal })).data!,
  staleTime: 60_000,
});

export async function savePreferences(
  queryClient: QueryClient,
  changes: Api<'PreferencesChangeDto'>,
): Promise<Preferences> {
  const saved = (await api.PATCH('/preferences', { body: changes })).data!;
  queryClient.setQueryData(preferencesQuery.queryKey, saved);
  return saved;
}
