import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Permission = Api<'RoleInputDto'>['permissions'][number];
export type Area = Permission extends `${infer Name}:${string}` ? Name : never;

export interface AreaGroup {
  readonly title: string;
  /** What people call each area. */
  readonly areas: Readonly<Partial<Record<Area, string>>>;
}

/** Every area in words, in the groups in which people think of them. */
export function usePermissionWords(): readonly AreaGroup[] {
  const { t } = useLingui();
  const groups = {
    people: {
      guests: t`Guests at reception`,
      online: t`Who is online`,
      users: t`Accounts`,
      'user-groups': t`Groups`,
      vouchers: t`Vouchers`,
      devices: t`Devices`,
      registrations: t`Portal guests`,
      'portal-attempts': t`Failed portal sign-ins`,
      payments: t`Payments of guests`,
    },
    wifi: {
      networks: t`Networks and access points`,
      'radius-servers': t`RADIUS servers`,
      gateways: t`Gateways`,
      'captive-portals': t`Captive portals`,
      policies: t`Policies`,
      profiles: t`Device profiles`,
      certificates: t`Certificates`,
      dictionary: t`RADIUS attributes`,
      'payment-providers': t`Payment providers`,
    },
    systems: {
      connections: t`Connections and runs`,
      files: t`Files of connections`,
      operations: t`Provisioning`,
      deliveries: t`Messages to guests`,
      webhooks: t`Webhooks`,
      bulk: t`Bulk jobs`,
    },
    oversight: {
      reports: t`Reports and logins`,
      alertcontacts: t`Alerts and who is told`,
      audit: t`Audit`,
      privacy: t`Privacy: export and erasure of a person`,
    },
    administration: {
      organizations: t`Organizations`,
      operators: t`Operators`,
      roles: t`Roles`,
      keys: t`API keys`,
      'authentication-providers': t`Sign-in for operators and guests`,
    },
  } satisfies Readonly<Record<string, Readonly<Partial<Record<Area, string>>>>>;
  complete(groups);
  return [
    { title: t`People`, areas: groups.people },
    { title: t`Wi-Fi`, areas: groups.wifi },
    { title: t`Systems`, areas: groups.systems },
    { title: t`Insight`, areas: groups.oversight },
    { title: t`Administration`, areas: groups.administration },
  ];
}

type Named<Groups> = { [Name in keyof Groups]: keyof Groups[Name] }[keyof Groups];

/** An area that the API has and that has no words here is an error of types. */
function complete<Groups>(_groups: Area extends Named<Groups> ? Groups : never): void {
  // Nothing to do while it runs.
}
