import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Connector = Api<'ConnectorDto'>;

/** Families of systems in the order in which they are looked for, what each tells, and the presets. */
export function useConnectorWords() {
  const { t } = useLingui();
  const families = {
    pms: t`Hotels`,
    hr: t`Staff`,
    visitor: t`Visitors`,
    access: t`Doors and members`,
    billing: t`Subscriptions`,
    generic: t`Any other system, with a mapping`,
  } satisfies Record<Connector['family'], string>;
  const ways = {
    snapshots: t`reads full lists`,
    polls: t`polls for changes`,
    receives: t`receives webhooks`,
    listens: t`keeps a live link`,
    serves: t`SCIM directory`,
    examines: t`file upload`,
    reads: undefined,
  } satisfies Record<Connector['abilities'][number], string | undefined>;
  const presets: Readonly<Record<string, string>> = {
    hotel: t`Guests enter room and surname on a portal`,
    'hotel-enterprise': t`Guests sign in with room and surname (802.1X)`,
    'hotel-room': t`One account per room, printed at reception`,
    staff: t`Employees sign in with their work e-mail`,
    visitor: t`Visitors get a voucher`,
    'visitor-user': t`Visitors get an account`,
    presence: t`Anybody seen at a door gets an account`,
    membership: t`Anybody who pays gets an account`,
    pass: t`A voucher for the time paid for`,
  };
  return { families, ways, presets };
}
