import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/session';
import { api } from '../../api/client';

/** The choices of a field that holds an id. */
interface Choices {
  readonly values: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** The first hundred by name, which is more than a list can be looked through. */
export function useNames(resource: 'networks' | 'user-groups'): Choices {
  const mayRead = useMay(`${resource}:read`);
  const { data = [] } = useQuery({
    queryKey: [resource, 'names'],
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const params = { query: { page_size: 100, sort: 'name:asc' } };
      const found =
        resource === 'networks'
          ? (await api.GET('/networks', { params, signal })).data!._embedded.networks
          : (await api.GET('/user-groups', { params, signal })).data!._embedded.user_groups;
      return found.map((each) => [each.id, each.name] as const);
    },
  });
  return { values: data.map(([id]) => id), labels: Object.fromEntries(data) };
}
