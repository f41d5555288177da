import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Operation = Api<'OperationDto'>;

export function useOperationWords() {
  const { t } = useLingui();
  const kinds: Readonly<Record<string, string>> = {
    create_user: t`account created`,
    change_user: t`account changed`,
    disable_user: t`account disabled`,
    delete_user: t`account deleted`,
    create_vouchers: t`vouchers created`,
    change_voucher: t`voucher changed`,
    revoke_voucher: t`voucher revoked`,
    entitle: t`decided before the account lookup`,
    link: t`record linked to the account`,
    drift: t`account differs on the console`,
  };
  const statuses: Readonly<Record<string, string>> = {
    done: t`done`,
    failed: t`failed`,
    refused: t`rejected by the console`,
    disputed: t`the name belongs to somebody else`,
    skipped: t`nothing to do`,
    held: t`held`,
    gone: t`was already gone`,
    dead: t`failed`,
    unknown: t`unknown`,
  };
  return { kinds, statuses };
}
