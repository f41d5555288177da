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
    generic: t`Anything else, by a mapping`,
  } satisfies Record<Connector['family'], string>;
  const ways = {
    snapshots: t`reads full lists`,
    polls: t`asks what changed`,
    receives: t`is told at once`,
    listens: t`holds a link open`,
    serves: t`is written to by a directory`,
    examines: t`takes files`,
    reads: undefined,
  } satisfies Record<Connector['abilities'][number], string | undefined>;
  const presets: Readonly<Record<string, string>> = {
    hotel: t`Guests enter room and surname at a portal`,
    'hotel-enterprise': t`Guests sign in with room and surname (802.1X)`,
    'hotel-room': t`One account for each room, printed at reception`,
    staff: t`Employees sign in with their work e-mail`,
    visitor: t`Visitors get a voucher`,
    'visitor-user': t`Visitors get an account`,
    presence: t`Whoever was seen at a door has an account`,
    membership: t`Whoever pays has an account`,
    pass: t`A voucher for as long as was paid for`,
  };
  return { families, ways, presets };
}
