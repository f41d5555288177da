import { useLingui } from '@lingui/react/macro';
import { Anchor, Badge } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import { useNameOf } from '../../parts/form/record-input';
import { FactsTable } from '../../parts/record/facts-table';
import { RecordList } from '../../parts/record/record-list';
import { type Named, resourceOf } from '../../parts/record/resource';
import { Time } from '../../parts/time';
import { useMethodWords } from '../portal/portal-words';

type Registration = Named<Api<'RegistrationDto'>>;

const route = getRouteApi('/shell/registrations');
const portal = { resource: 'captive-portals', by: 'name' } as const;
const registrations = resourceOf<Api<'RegistrationDto'>>('registrations', { names: { captive_portal_id: portal } });
const colours = { active: 'green', expired: 'gray', ended: 'red' } as const;

export const rowsOf = registrations.list;

/** Who came in by a portal's page, by which way, what she agreed to, and until when. */
export function RegistrationsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const states = useStateWords();
  const methods = useMethodWords();
  const columns: Column<Registration>[] = [
    { id: 'username', title: t`Account`, sortable: true, cell: ({ username }) => username },
    {
      id: 'last_name',
      title: t`Name`,
      cell: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
    },
    { id: 'method', title: t`Method`, cell: ({ method }) => methods[method].title },
    {
      id: 'captive_portal_id',
      title: t`Portal`,
      cell: ({ captive_portal_id, names }) => names?.[captive_portal_id],
    },
    { id: 'mac', title: t`Device`, cell: ({ mac }) => mac },
    { id: 'since', title: t`Since`, sortable: true, cell: ({ since }) => <Time at={since} /> },
    {
      id: 'status',
      title: t`Status`,
      cell: ({ status }) => (
        <Badge color={colours[status]} variant="dot">
          {states[status]}
        </Badge>
      ),
    },
  ];
  return (
    <RecordList<Registration>
      title={t`Portal guests`}
      columns={columns}
      filters={[
        { name: 'username' },
        { name: 'last_name' },
        { name: 'email' },
        { name: 'mac' },
        { name: 'method', values: Object.keys(methods) },
        { name: 'status', values: Object.keys(states) },
        { name: 'since' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      empty={{
        title: t`No portal guests yet`,
        hint: t`Guests who sign in appear here, with their device and the terms they accepted.`,
      }}
      view={{
        resource: registrations,
        area: 'registrations',
        titleOf: ({ username }) => username,
        above: (registration) => <RegistrationFacts registration={registration} />,
        removal: {
          label: t`End`,
          question: ({ username }) => t`End the access of ${username}?`,
          consequence: t`The device is disconnected, and its owner has to sign in on the portal again.`,
        },
      }}
    />
  );
}

function useStateWords() {
  const { t } = useLingui();
  return { active: t`Active`, expired: t`Expired`, ended: t`Ended` };
}

function RegistrationFacts({ registration }: { readonly registration: Registration }) {
  const { t } = useLingui();
  const states = useStateWords();
  const methods = useMethodWords();
  const { captive_portal_id: id, until, ended_at, consents, price, currency, approved_by } = registration;
  const name = useNameOf(portal, id);
  const consent = { terms: t`the terms`, marketing: t`messages` };
  return (
    <FactsTable
      facts={[
        [t`Status`, states[registration.status]],
        [
          t`Portal`,
          <Anchor key="portal" renderRoot={(props) => <Link to="/portals/$id" params={{ id }} {...props} />}>
            {name ?? id}
          </Anchor>,
        ],
        [t`Method`, methods[registration.method].title],
        [t`Name`, [registration.first_name, registration.last_name].filter(Boolean).join(' ')],
        [t`E-mail address`, registration.email],
        [t`Telephone number`, registration.phone],
        [t`Company`, registration.company],
        [t`Device`, registration.mac],
        [t`Access point`, registration.access_point],
        [t`Approved by`, approved_by],
        [t`Paid`, price !== null && currency !== null ? `${price / 100} ${currency} · ${registration.tier}` : null],
        [t`Consents`, consents.map(({ kind, version }) => `${consent[kind]} (${version})`).join(', ')],
        [t`Since`, <Time key="since" at={registration.since} />],
        [t`Until`, until && <Time key="until" at={until} />],
        [t`Ended`, ended_at && <Time key="ended" at={ended_at} />],
        [t`Why`, registration.end_reason],
      ]}
    />
  );
}
