import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { Ago, Time } from '../../parts/time';

/** Every session that has not ended, with the button that ends it. */
export function OwnSessions() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['own-sessions'],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/sessions', { params: { query: { page_size: 100 } }, signal });
      return pageOf<Api<'OwnSessionDto'>>(data!).rows;
    },
  });
  const ending = useMutation({
    mutationFn: (id: string) => api.DELETE('/sessions/{id}', { params: { path: { id } } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['own-sessions'] }),
  });
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : <PageLoading />;
  return (
    <>
      <Table.ScrollContainer type="native" minWidth={400} tabIndex={0} role="region" aria-label={t`Sessions`}>
        <Table aria-label={t`Sessions`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t`Where`}</Table.Th>
              <Table.Th scope="col">{t`Since`}</Table.Th>
              <Table.Th scope="col">{t`Last used`}</Table.Th>
              <Table.Th scope="col">{t`Status`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ id, address, user_agent, created_at, last_used_at, current }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  {address}
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {user_agent}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Time at={created_at} />
                </Table.Td>
                <Table.Td>
                  <Ago at={last_used_at} />
                </Table.Td>
                <Table.Td>
                  {current === 1 ? (
                    <Badge variant="dot" color="green">
                      <Trans>This device</Trans>
                    </Badge>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      loading={ending.isPending && ending.variables === id}
                      onClick={() => ending.mutate(id)}
                    >
                      <Trans>Sign out</Trans>
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {ending.error && <ProblemNotice problem={ending.error} />}
    </>
  );
}
