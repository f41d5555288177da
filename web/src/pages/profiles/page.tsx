import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { RecordList } from '../../parts/record/record-list';
import { ProfileFile } from './profile-file';
import { type MadeFile, type Profile, profiles, user } from './profile-records';

const route = getRouteApi('/shell/profiles');
const platforms = { ios: 'iPhone, iPad', macos: 'macOS', android: 'Android', windows: 'Windows', chromeos: 'ChromeOS' };
const methods = ['EAP-TLS', 'PEAP', 'EAP-TTLS'];
const serverName = 'radius.example.com';
const homeDomain = 'example.com';

export const rowsOf = profiles.list;

/** What puts the Wi-Fi on phones and laptops at a touch, with the servers that they may trust. */
export function ProfilesPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const fields = useProfileFields();
  const [made, setMade] = useState<{ readonly id: string; readonly file: MadeFile }>();
  const columns: Column<Profile>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'ssid', title: t`Wi-Fi name (SSID)`, sortable: true, cell: ({ ssid }) => ssid },
    { id: 'platform', title: t`For`, sortable: true, cell: ({ platform }) => platforms[platform] },
    { id: 'eap_type', title: t`Method`, sortable: true, cell: ({ eap_type }) => eap_type },
    { id: 'user_id', title: t`Person`, cell: ({ user_id, names }) => user_id && names?.[user_id] },
  ];
  return (
    <RecordList<Profile>
      title={t`Device profiles`}
      columns={columns}
      filters={[
        { name: 'name' },
        { name: 'ssid' },
        { name: 'platform', values: Object.keys(platforms) },
        { name: 'eap_type', values: methods },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a profile`}
      empty={{
        title: t`No profiles yet`,
        hint: t`A profile is a file that sets up the Wi-Fi on a phone or laptop.`,
      }}
      view={{
        resource: profiles,
        area: 'profiles',
        titleOf: ({ name }) => name,
        fields,
        unmade: { title: t`New profile`, values: { platform: 'ios', eap_type: 'PEAP' }, fields },
        onMade: (row) => setMade({ id: row.id, file: row as unknown as MadeFile }),
        above: (profile) => (
          <ProfileFile key={profile.id} profile={profile} made={made?.id === profile.id ? made.file : undefined} />
        ),
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Devices that installed the profile keep it. Revoke its certificates on the Certificates page.`,
        },
      }}
    />
  );
}

function useProfileFields(): FormField[] {
  const { t } = useLingui();
  return [
    { name: 'ssid', label: t`Wi-Fi name (SSID)`, kind: 'text', required: true },
    {
      name: 'platform',
      label: t`For`,
      kind: 'choice',
      required: true,
      values: Object.keys(platforms),
      labels: platforms,
    },
    {
      name: 'eap_type',
      label: t`Method`,
      kind: 'choice',
      required: true,
      values: methods,
      labels: {
        'EAP-TLS': t`a certificate (EAP-TLS)`,
        PEAP: t`user name and password (PEAP)`,
        'EAP-TTLS': t`user name and password (EAP-TTLS)`,
      },
    },
    { name: 'name', label: t`Name on devices`, description: t`Empty: the Wi-Fi name.`, kind: 'text' },
    {
      name: 'user_id',
      label: t`For whom`,
      description: t`Fills in the user name. With EAP-TLS, includes a new certificate.`,
      kind: 'record',
      lookup: user,
    },
    {
      name: 'server_names',
      label: t`Trusted server names`,
      description: t`Empty: this organization.`,
      kind: 'choices',
      example: serverName,
    },
    {
      name: 'inner_method',
      label: t`Within the tunnel`,
      description: t`For EAP-TTLS.`,
      kind: 'choice',
      values: ['PAP', 'MSCHAPv2'],
    },
    { name: 'anonymous_identity', label: t`Outer identity`, kind: 'text' },
    { name: 'domain', label: t`Home domain`, description: t`For Android.`, kind: 'text', example: homeDomain },
    { name: 'hidden', label: t`The network does not broadcast its name`, kind: 'switch' },
  ];
}
