import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../api/types';
import type { Values } from '../../parts/form/form-field';
import { ProblemNotice } from '../../parts/page-state';
import { impactOf } from './policy-records';

/** Before it is saved: whom it would put off, let in, or give something else. */
export function Impact({ body, id }: { readonly body: Values | null; readonly id: string | undefined }) {
  const asking = useMutation({ mutationFn: (policy: Values) => impactOf(policy, id) });
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="default"
          loading={asking.isPending}
          disabled={body === null}
          onClick={() => body && asking.mutate(body)}
        >
          <Trans>Who is affected?</Trans>
        </Button>
      </Group>
      {asking.error && <ProblemNotice problem={asking.error} />}
      {asking.data && <Found impact={asking.data} />}
    </Stack>
  );
}

function Found({ impact }: { readonly impact: Api<'PolicyImpactDto'> }) {
  const { t } = useLingui();
  const { examined, concerned, denied, permitted, replied, changed, sampled } = impact;
  const words = { permit: t`allowed`, deny: t`denied` };
  return (
    <Alert color={denied > 0 ? 'red' : 'gray'} role="status">
      <Stack gap="xs">
        <Text fw={600}>
          <Trans>
            Newly denied: {denied}. Newly allowed: {permitted}. Allowed with other attributes: {replied}.
          </Trans>
        </Text>
        <Text size="sm">
          <Trans>
            Affects {concerned} of {examined} accounts.
          </Trans>{' '}
          {sampled && <Trans>This is a sample.</Trans>}
        </Text>
        {changed.length > 0 && (
          <Table.ScrollContainer type="native" minWidth={280} tabIndex={0} role="region" aria-label={t`Sample`}>
            <Table aria-label={t`Sample`}>
              <Table.Tbody>
                {changed.map((user) => (
                  <Table.Tr key={user.user_id}>
                    <Table.Td>{user.username}</Table.Td>
                    <Table.Td>{[user.first_name, user.last_name].filter(Boolean).join(' ')}</Table.Td>
                    <Table.Td>
                      {words[user.before.decision]} → {words[user.after.decision]}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Alert>
  );
}
