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
    ['vouchers:write', t`Create vouchers`, '/voucher-batches'],
    ['users:write', t`New account`, '/users'],
    ['devices:write', t`New device`, '/devices'],
    ['user-groups:write', t`New group`, '/user-groups'],
    ['policies:write', t`New policy`, '/policies'],
    ['networks:write', t`New network`, '/networks'],
    ['webhooks:write', t`New webhook`, '/webhooks'],
  ] as const;
  return all
    .filter(([permission]) => permits(permissions, permission))
    .map(([, label, to]) => ({
      id: `new:${to}`,
      label,
      onClick: () => void navigate({ to, search: { id: 'new' } }),
    }));
}
