import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { type Api, pageOf } from '../../api/types';
import { PageLoading, ProblemNotice } from '../page-state';
import { NewAttribute } from './new-attribute';

type Attribute = Api<'AttributeDto'>;

interface Props {
  readonly ownerId: string;
  readonly of: 'user' | 'group';
}

const tables = { user: ['radcheck', 'radreply'], group: ['radgroupcheck', 'radgroupreply'] } as const;

const attributesQuery = ({ ownerId, of }: Props) => ({
  queryKey: ['attributes', ownerId],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const lists = tables[of].map(async (table) => {
      const { data } = await api.GET('/attributes', { params: { query: { table, userid: ownerId } }, signal });
      return pageOf<Attribute>(data!).rows;
    });
    return (await Promise.all(lists)).flat();
  },
});

/** What RADIUS checks and answers for one account or group, as FreeRADIUS knows it: fields of the form, and others. */
export function RadiusAttributes({ ownerId, of }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayWriteUsers = useMay('users:write');
  const mayWriteGroups = useMay('user-groups:write');
  const mayReadUsers = useMay('users:read');
  const mayWrite = mayWriteUsers && (of === 'user' || mayWriteGroups);
  const { data, error } = useQuery({ ...attributesQuery({ ownerId, of }), enabled: mayReadUsers });
  const changed = async () => {
    await queryClient.invalidateQueries({ queryKey: ['attributes', ownerId] });
    await queryClient.invalidateQueries({ queryKey: [of === 'user' ? 'users' : 'user-groups'] });
  };
  const removing = useMutation({
    mutationFn: ({ id, table }: Attribute) =>
      api.DELETE('/attributes/{id}', { params: { path: { id }, query: { table } } }),
    onSuccess: changed,
  });
  if (!mayReadUsers) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="radius-attributes">
      <Title order={2} size="h4" id="radius-attributes">
        <Trans>RADIUS attributes</Trans>
      </Title>
      {error && <ProblemNotice problem={error} />}
      {!data && !error && <PageLoading />}
      {data?.length === 0 && (
        <Text c="dimmed">
          <Trans>None besides those of the policy.</Trans>
        </Text>
      )}
      {data && data.length > 0 && (
        <Table aria-label={t`RADIUS attributes`}>
          <Table.Tbody>
            {data.map((attribute) => (
              <Table.Tr key={attribute.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {attribute.attribute} {attribute.operator} {attribute.value ?? '•••'}
                </Table.Td>
                <Table.Td>{attribute.table.endsWith('check') ? t`check` : t`reply`}</Table.Td>
                <Table.Td ta="end">
                  {mayWrite && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t`Remove ${attribute.attribute}`}
                      onClick={() => removing.mutate(attribute)}
                    >
                      <Trans>Remove</Trans>
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {removing.error && <ProblemNotice problem={removing.error} />}
      {mayWrite && <NewAttribute ownerId={ownerId} tables={tables[of]} onAdded={changed} />}
    </Stack>
  );
}
