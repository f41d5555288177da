import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from './session';

/** Goes to the first page of another organization; what was read of this one is forgotten. */
export function useActFor(): (id: string | null) => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const own = useSession()?.organization.id;
  return (id) => {
    queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'session' });
    void navigate({ to: '/', search: id && id !== own ? { org: id } : {} });
  };
}
