import { useLingui } from '@lingui/react/macro';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { permits, useSession } from './session';

/** What this person may make, from anywhere. */
export function useNewRecords(): SpotlightActionData[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const permissions = useSession()?.permissions ?? [];
  const all = [
    ['vouchers:write', t`Make vouchers`, '/voucher-batches'],
    ['users:write', t`A new account`, '/users'],
    ['devices:write', t`A new device`, '/devices'],
    ['user-groups:write', t`A new group`, '/user-groups'],
    ['policies:write', t`A new policy`, '/policies'],
    ['networks:write', t`A new network`, '/networks'],
    ['webhooks:write', t`A new webhook`, '/webhooks'],
  ] as const;
  return all
    .filter(([permission]) => permits(permissions, permission))
    .map(([, label, to]) => ({
      id: `new:${to}`,
      label,
      onClick: () => void navigate({ to, search: { id: 'new' } }),
    }));
}
