import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type AuditEntry = Api<'AuditEntryDto'>;

/** What kind of record an entry is about, as the console calls it. */
export function useAuditResourceWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    alertcontacts: t`Alert contacts`,
    alerts: t`Alerts`,
    attributes: t`RADIUS attributes`,
    audit: t`Audit`,
    'authentication-providers': t`Sign-in providers`,
    bulk: t`Bulk jobs`,
    'captive-portals': t`Captive portals`,
    'certificate-authorities': t`Certificate authorities`,
    certificates: t`Certificates`,
    'connection-privacy': t`Personal data of a connection`,
    'connection-tokens': t`SCIM tokens`,
    connections: t`Connections`,
    deliveries: t`Sent messages`,
    'delivery-settings': t`Messages and templates`,
    devices: t`Devices`,
    erasures: t`Erasures`,
    files: t`Files`,
    gateways: t`Gateways`,
    guests: t`Guests`,
    keys: t`API keys`,
    'linked-accounts': t`Linked accounts`,
    'network-clients': t`Access points`,
    networks: t`Networks`,
    online: t`Online now`,
    operators: t`Operators`,
    organizations: t`Organizations`,
    passkeys: t`Passkeys`,
    'payment-providers': t`Payment providers`,
    policies: t`Policies`,
    'privacy-exports': t`Data exports`,
    profiles: t`Device profiles`,
    'radius-servers': t`RADIUS servers`,
    registrations: t`Portal guests`,
    'report-schedules': t`Scheduled reports`,
    reports: t`Reports`,
    roles: t`Roles`,
    'room-postings': t`Room charges`,
    runs: t`Runs`,
    'saved-views': t`Views`,
    sessions: t`Sessions`,
    subjects: t`People`,
    'user-groups': t`Groups`,
    users: t`Accounts`,
    'voucher-presets': t`Voucher presets`,
    vouchers: t`Vouchers`,
    webhooks: t`Webhooks`,
  };
}

/** What was done, and what kind of actor did it, as a person would say it. */
export function useAuditWords() {
  const { t } = useLingui();
  const actions: Readonly<Record<AuditEntry['action'], string>> = {
    create: t`created`,
    update: t`changed`,
    delete: t`deleted`,
    sign_in: t`signed in`,
    sign_in_failed: t`failed to sign in`,
    sign_in_locked: t`was locked out`,
    sign_out: t`signed out`,
    password_reset: t`requested a password reset`,
    download: t`downloaded`,
    disconnect: t`ended the session`,
    reauthenticate: t`forced to sign in again`,
    drop: t`dropped`,
    extend: t`extended`,
    withdraw: t`withdrew`,
    send: t`sent`,
  };
  const actors: Readonly<Record<AuditEntry['actor_kind'], string>> = {
    key: t`API key`,
    operator: t`Operator`,
    connection: t`Connection`,
    system: t`Usher`,
    database: t`Directly in the database`,
    nobody: t`Unknown`,
  };
  return { actions, actors };
}
