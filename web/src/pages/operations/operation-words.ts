import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Operation = Api<'OperationDto'>;

export function useOperationWords() {
  const { t } = useLingui();
  const kinds: Readonly<Record<string, string>> = {
    create_user: t`account made`,
    change_user: t`account changed`,
    disable_user: t`account disabled`,
    delete_user: t`account deleted`,
    create_vouchers: t`vouchers made`,
    revoke_voucher: t`voucher revoked`,
    entitle: t`decided without an account`,
    link: t`record linked to the account`,
    drift: t`account differs at the console`,
  };
  const statuses: Readonly<Record<string, string>> = {
    done: t`done`,
    failed: t`failed`,
    refused: t`refused by the console`,
    disputed: t`the name is somebody else's`,
    skipped: t`nothing to do`,
    held: t`held`,
    gone: t`was gone already`,
    dead: t`given up`,
    unknown: t`nobody knows`,
  };
  return { kinds, statuses };
}
