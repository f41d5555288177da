import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { AtTheProvider, ProviderAbove } from './provider-above';
import { useProviderFields } from './provider-fields';
import { type Provider, providers, type ProviderType, providerTypes } from './provider-records';

const route = getRouteApi('/shell/authentication-providers');

export const rowsOf = providers.list;

/** Who vouches for people: OpenID Connect, SAML and directories. */
export function AuthenticationProvidersPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { type: newType = 'oidc', ...list } = search;
  const fieldsOf = useProviderFields();
  const mayWrite = useMay('authentication-providers:write');
  const words: Record<ProviderType, string> = { oidc: t`OpenID Connect`, saml: t`SAML`, ldap: t`Directory (LDAP)` };
  const uses: Readonly<Record<string, string>> = {
    guests: t`guests at portals`,
    operators: t`operators of the console`,
    both: t`both`,
  };
  const columns: Column<Provider>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'type', title: t`Type`, sortable: true, cell: ({ type }) => words[type as ProviderType] },
    { id: 'use', title: t`Sign-in for`, cell: ({ use }) => uses[use] },
    { id: 'disabled', title: t`Status`, cell: ({ disabled }) => (disabled ? t`Disabled` : t`In use`) },
  ];
  return (
    <RecordList<Provider>
      title={t`Sign-in providers`}
      columns={columns}
      filters={[{ name: 'name' }, { name: 'type', values: providerTypes }, { name: 'use', values: Object.keys(uses) }]}
      search={list}
      onSearch={(next) => void navigate({ search: next })}
      actions={
        mayWrite &&
        providerTypes.map((type) => (
          <Button key={type} variant="default" onClick={() => void navigate({ search: { ...list, id: 'new', type } })}>
            {t`Add: ${words[type]}`}
          </Button>
        ))
      }
      empty={{
        title: t`No sign-in providers yet`,
        hint: t`Lets people sign in with their work account.`,
      }}
      view={{
        resource: providers,
        area: 'authentication-providers',
        titleOf: ({ name }) => name,
        fieldsOf: ({ type, secrets }) => fieldsOf(type as ProviderType, secrets),
        unmade: {
          title: t`New provider: ${words[newType]}`,
          values: { type: newType, use: 'guests' },
          fields: fieldsOf(newType, []),
          above: <AtTheProvider type={newType} />,
        },
        above: (provider) => <ProviderAbove key={provider.id} provider={provider} />,
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Nobody can sign in with it any more. Open sessions continue until they end.`,
        },
      }}
    />
  );
}
