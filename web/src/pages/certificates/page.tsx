import { useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../parts/data-table';
import { type Facts, FactsTable } from '../../parts/record/facts-table';
import { RecordList } from '../../parts/record/record-list';
import { Time } from '../../parts/time';
import { type Certificate, certificates } from './certificate-records';
import { ExpiryCalendar } from './expiry-calendar';
import { Succession } from './succession';

const route = getRouteApi('/shell/certificates');
const colours = { valid: 'green', revoked: 'red', expired: 'gray' } as const;

export const rowsOf = certificates.list;

/** What expires next, whose it is, and the way from one authority to the next. */
export function CertificatesPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const words = { valid: t`Valid`, revoked: t`Revoked`, expired: t`Expired` };
  const purposes = { client: t`a device`, server: t`a RADIUS server`, radsec: t`an access point (RadSec)` };
  const columns: Column<Certificate>[] = [
    { id: 'common_name', title: t`Name`, sortable: true, cell: ({ common_name }) => common_name },
    { id: 'purpose', title: t`For`, cell: ({ purpose }) => purposes[purpose] },
    {
      id: 'holder',
      title: t`Holder`,
      cell: ({ user_id, device_id, names }) => names?.[user_id ?? device_id ?? ''],
    },
    {
      id: 'status',
      title: t`Status`,
      cell: ({ status }) => (
        <Badge color={colours[status]} variant="dot">
          {words[status]}
        </Badge>
      ),
    },
    { id: 'expires_at', title: t`Expires`, sortable: true, cell: ({ expires_at }) => <Time at={expires_at} /> },
  ];
  return (
    <RecordList<Certificate>
      title={t`Certificates`}
      columns={columns}
      filters={[
        { name: 'common_name' },
        { name: 'status', values: Object.keys(words) },
        { name: 'purpose', values: Object.keys(purposes) },
        { name: 'authority_id' },
        { name: 'expires_at' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      empty={{ title: t`No certificates yet`, hint: t`Issued by EAP-TLS profiles and the API.` }}
      view={{
        resource: certificates,
        area: 'certificates',
        titleOf: ({ common_name }) => common_name,
        above: (certificate) => <Facts certificate={certificate} />,
        removal: {
          label: t`Revoke`,
          question: ({ common_name }) => t`Revoke ${common_name}?`,
          consequence: t`It is rejected immediately and permanently, and its sessions end.`,
        },
      }}
    >
      <Succession />
      <ExpiryCalendar />
    </RecordList>
  );
}

function Facts({ certificate }: { readonly certificate: Certificate }) {
  const { t } = useLingui();
  const { subject, serial, dns_names, starts_at, expires_at, revoked_at, revocation_reason } = certificate;
  const facts: Facts = [
    [t`Subject`, subject],
    [t`Serial number`, serial],
    [t`Names`, dns_names.join(', ')],
    [t`Valid from`, <Time key="from" at={starts_at} />],
    [t`Expires`, <Time key="until" at={expires_at} />],
    [t`Revoked`, revoked_at && <Time key="revoked" at={revoked_at} />],
    [t`Reason`, revocation_reason],
  ];
  return <FactsTable facts={facts} />;
}
