import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { Ago } from '../../parts/time';

type LinkedAccount = Api<'LinkedAccountDto'>;

interface Props {
  readonly operatorId: string;
  readonly name: string;
  readonly mayChange: boolean;
}

/** The accounts at providers by which an operator signs in: whoever has one of them is this operator. */
export function LinkedAccounts({ operatorId, name, mayChange }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const key = ['operators', operatorId, 'linked-accounts'];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const params = { path: { id: operatorId }, query: { page_size: 100 } };
      const { data } = await api.GET('/operators/{id}/linked-accounts', { params, signal });
      return pageOf<LinkedAccount>(data!).rows;
    },
  });
  if (!data || data.length === 0) return null;
  const undo = async (account: string) => {
    await api.DELETE('/operators/{id}/linked-accounts/{account}', { params: { path: { id: operatorId, account } } });
    await queryClient.invalidateQueries({ queryKey: key });
  };
  return (
    <Stack component="section" gap="xs" aria-label={t`Linked accounts`}>
      <Text size="sm" fw={600}>
        <Trans>Linked accounts</Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>By the provider’s own ID, whatever the e-mail address there becomes.</Trans>
      </Text>
      {data.map(({ id, provider_name: provider, subject, email, last_used_at: at }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {provider}: {email ?? subject}
            <br />
            <Text span size="xs" c="dimmed">
              <Trans>
                ID {subject}, used <Ago at={at} />
              </Trans>
            </Text>
          </Text>
          {mayChange && (
            <ConfirmButton
              label={t`Undo link`}
              question={t`Undo the link to the account at ${provider}?`}
              consequence={[
                t`${name} is signed out everywhere.`,
                t`The next sign-in there with the same verified e-mail address links the account that has it then.`,
              ].join(' ')}
              button={{ size: 'compact-sm' }}
              run={() => undo(id)}
            />
          )}
        </Group>
      ))}
    </Stack>
  );
}
