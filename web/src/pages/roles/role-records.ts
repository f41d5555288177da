import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { permits, useMay, useSession } from '../../app/session';
import { resourceOf } from '../../parts/record/resource';

export type Role = Api<'RoleDto'>;

export const roles = resourceOf<Role>('roles');

/** Nobody gives more than she has. */
export function isWithin(own: readonly string[], permissions: readonly string[]): boolean {
  return permissions.every((each) => permits(own, each));
}

/** Roles with what people call them, and which of them this person can give. */
export function useRoles() {
  const mayRead = useMay('roles:read');
  const own = useSession()?.permissions ?? [];
  const nameOf = useRoleName();
  const { data = [] } = useQuery({
    queryKey: ['roles', 'all'],
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/roles', { params: { query: { page_size: 100 } }, signal });
      return pageOf<Role>(data!).rows;
    },
  });
  const byId = new Map(data.map((role) => [role.id, role]));
  return {
    byId,
    labels: Object.fromEntries(data.map((role) => [role.id, nameOf(role)])),
    given: data.filter(({ permissions }) => isWithin(own, permissions)).map(({ id }) => id),
    /** Managing somebody takes at least her permissions. */
    isOver: (permissions: readonly string[]) => isWithin(own, permissions),
  };
}

export function useRoleName(): (role: Role) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    owner: t`Owner`,
    administrator: t`Administrator`,
    reception: t`Reception`,
    auditor: t`Auditor`,
  };
  return ({ name, built_in }) => (built_in ? (names[name] ?? name) : name);
}
