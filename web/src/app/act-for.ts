import { useNavigate } from '@tanstack/react-router';
import { useSession } from './session';

/** Goes to the first page of another organization. */
export function useActFor(): (id: string | null) => void {
  const navigate = useNavigate();
  const own = useSession()?.organization.id;
  return (id) => {
    void navigate({ to: '/', search: id && id !== own ? { org: id } : {} });
  };
}
