import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type AuditEntry = Api<'AuditEntryDto'>;

/** What was done, and what kind of actor did it, as a person would say it. */
export function useAuditWords() {
  const { t } = useLingui();
  const actions: Readonly<Record<AuditEntry['action'], string>> = {
    create: t`made`,
    update: t`changed`,
    delete: t`deleted`,
    sign_in: t`signed in`,
    sign_in_failed: t`failed to sign in`,
    sign_in_locked: t`was locked out`,
    sign_out: t`signed out`,
    password_reset: t`asked for a new password`,
    download: t`downloaded`,
    disconnect: t`ended the session`,
    reauthenticate: t`made it sign in anew`,
    drop: t`dropped`,
    extend: t`extended`,
    withdraw: t`withdrew`,
    send: t`sent`,
  };
  const actors: Readonly<Record<AuditEntry['actor_kind'], string>> = {
    key: t`API key`,
    operator: t`Operator`,
    connection: t`Connection`,
    system: t`Usher itself`,
    database: t`At the database`,
    nobody: t`Nobody known`,
  };
  return { actions, actors };
}
