import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { RecordList } from '../../parts/record/record-list';
import { resourceOf } from '../../parts/record/resource';
import { SecretOnce } from '../../parts/record/secret-once';

type RadiusServer = Api<'RadiusServerDto'> & { readonly secret?: string };

const route = getRouteApi('/shell/radius-servers');
const radiusServers = resourceOf<RadiusServer>('radius-servers');

export const rowsOf = radiusServers.list;

/** Where access points ask. */
export function RadiusServersPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const [made, setMade] = useState<RadiusServer>();
  const fields: FormField[] = [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    { name: 'region', label: t`Location`, kind: 'text' },
    { name: 'address', label: t`Address`, kind: 'text', description: t`As it is configured on the access points.` },
    { name: 'auth_port', label: t`Authentication port`, kind: 'number' },
    { name: 'acct_port', label: t`Accounting port`, kind: 'number' },
    { name: 'coa_port', label: t`CoA port of access points`, kind: 'number' },
    { name: 'radsec', label: t`RADIUS over TLS`, kind: 'flag' },
    {
      name: 'secret',
      label: t`Shared secret`,
      kind: 'secret',
      description: t`Empty: generated`,
      keptDescription: t`Never shown. Leave empty to keep it.`,
    },
  ];
  const columns: Column<RadiusServer>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'address', title: t`Address`, sortable: true, cell: ({ address }) => address },
    { id: 'region', title: t`Location`, sortable: true, cell: ({ region }) => region },
    { id: 'ports', title: t`Ports`, cell: ({ auth_port, acct_port }) => `${auth_port}, ${acct_port}` },
  ];
  return (
    <RecordList<RadiusServer>
      title={t`RADIUS servers`}
      columns={columns}
      filters={[{ name: 'name' }, { name: 'address' }, { name: 'region' }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a RADIUS server`}
      empty={{ title: t`No RADIUS servers`, hint: t`Add the RADIUS server your access points use, as a note.` }}
      view={{
        resource: radiusServers,
        area: 'radius-servers',
        titleOf: ({ name }) => name,
        fields,
        unmade: {
          title: t`New RADIUS server`,
          values: { auth_port: 1812, acct_port: 1813, coa_port: 3799, radsec: 0 },
        },
        onMade: setMade,
        above: ({ id, name }) => made?.id === id && made.secret && <SecretOnce name={name} secret={made.secret} />,
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Deletes only this record. Access points keep their settings.`,
        },
      }}
    />
  );
}
