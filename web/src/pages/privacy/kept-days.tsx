import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Skeleton, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client';
import { useSession } from '../../app/session';

/** For how long this organization keeps what; the rest is the same everywhere. */
export function KeptDays() {
  const { t } = useLingui();
  const { org } = useSearch({ from: '/shell' });
  const own = useSession()?.organization.id;
  const id = org ?? own ?? '';
  const { data, isError } = useQuery({
    queryKey: ['organizations', 'record', id, 'retention'],
    queryFn: async ({ signal }) => (await api.GET('/organizations/{id}', { params: { path: { id } }, signal })).data!,
    enabled: id !== '',
  });
  if (isError) return null;
  const kept = data?.retention_in_effect;
  const rows: readonly (readonly [string, number | undefined])[] = [
    [t`Logins`, kept?.authentication_log_days],
    [t`Sessions and data`, kept?.accounting_days],
    [t`Registrations at portals`, kept?.guest_registration_days],
    [t`Account changes`, kept?.provisioning_log_days],
    [t`Audit`, kept?.audit_log_days],
  ];
  return (
    <Stack component="section" gap="xs" aria-labelledby="kept-days">
      <Title order={2} size="h3" id="kept-days">
        <Trans>Retention</Trans>
      </Title>
      <Table maw={480} aria-labelledby="kept-days">
        <Table.Tbody>
          {rows.map(([name, days]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>
                {days === undefined ? (
                  // What stands below keeps its place.
                  <Skeleton height="1lh" width="6em" />
                ) : (
                  <Plural value={days} one="# day" other="# days" />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Anchor renderRoot={(props) => <Link to="/organizations" search={{ id }} {...props} />}>
        <Trans>Change it in the organization</Trans>
      </Anchor>
    </Stack>
  );
}
