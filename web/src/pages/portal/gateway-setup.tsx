import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, CopyButton, List, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { ProblemNotice } from '../../parts/page-state';

type Setup = Api<'PortalSetupDto'>;
type Setting = Api<'MakerSettingDto'>;

/** What to enter at the maker's box, with the addresses of this portal in it. */
export function GatewaySetup({ id, etag }: { readonly id: string; readonly etag: string | undefined }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['portal-setup', id, etag],
    queryFn: async ({ signal }) =>
      (await api.GET('/captive-portals/{id}/setup', { params: { path: { id } }, signal })).data!,
  });
  if (error) return <ProblemNotice problem={error} retry={() => void refetch()} />;
  if (!data) return null;
  const make = data.makes.find(({ vendor, used }) => (chosen === null ? used : vendor === chosen)) ?? data.makes[0];
  return (
    <Stack component="section" aria-labelledby="gateway">
      <Title order={2} size="h4" id="gateway">
        <Trans>At the gateway</Trans>
      </Title>
      {data.makes.some(({ used }) => used) ? null : (
        <Alert color="orange" role="status">
          <Trans>No gateway shows this portal yet: nobody can sign in. Add one in the portal's network.</Trans>
        </Alert>
      )}
      <Select
        label={t`Vendor`}
        allowDeselect={false}
        maw={320}
        data={data.makes.map(({ vendor, used }) => ({ value: vendor, label: used ? t`${vendor} (in use)` : vendor }))}
        value={make?.vendor ?? null}
        onChange={setChosen}
      />
      <Table.ScrollContainer minWidth={420} tabIndex={0} role="region" aria-label={t`Gateway configuration`}>
        <Table aria-label={t`Gateway configuration`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">
                <Trans>Setting</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Enter</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {make?.settings.map((setting) => (
              <Table.Tr key={`${setting.name} ${setting.value}`}>
                <Table.Th scope="row">{setting.name}</Table.Th>
                <Table.Td>
                  <Entered setting={setting} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <WalledGarden setup={data} />
    </Stack>
  );
}

function Entered({ setting: { name, kind, value } }: { readonly setting: Setting }) {
  const { t } = useLingui();
  if (kind === 'radius_server') return <Trans>Address and secret of your RADIUS server</Trans>;
  if (value === null) return <Trans>A long secret of your choice, the same as in this gateway's settings here</Trans>;
  return (
    <Stack gap={4} align="flex-start">
      <Code block maw="100%">
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-xs" onClick={copy} aria-label={t`Copy: ${name}`}>
            {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}

function WalledGarden({ setup }: { readonly setup: Setup }) {
  const { t } = useLingui();
  const reasons = {
    portal: t`this portal`,
    privacy_notice: t`privacy notice`,
    provider: t`sign-in provider`,
    payment: t`payment page`,
  };
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        <Trans>Walled garden</Trans>
      </Title>
      <Text size="sm">
        <Trans>Allow guests to reach these before they sign in:</Trans>
      </Text>
      <List>
        {setup.walled_garden.map(({ host, why, name }) => (
          <List.Item key={host}>
            <Code>{host}</Code> ({name ?? reasons[why]})
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        <Trans>Never add these, or phones will not detect the portal:</Trans>
      </Text>
      <List>
        {setup.never.map((host) => (
          <List.Item key={host}>
            <Code>{host}</Code>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
