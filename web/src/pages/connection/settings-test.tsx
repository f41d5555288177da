import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { ProblemNotice } from '../../parts/page-state';

interface Props {
  readonly id: string;
  readonly onTested: () => void;
}

/** Tries what is saved, step by step, and says what would help. */
export function SettingsTest({ id, onTested }: Props) {
  const { t } = useLingui();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => (await api.POST('/connections/{id}/test', { params: { path: { id } } })).data!,
    onSuccess: onTested,
  });
  return (
    <Stack align="flex-start">
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        <Trans>Test saved settings</Trans>
      </Button>
      {error && <ProblemNotice problem={error} />}
      {data && (
        <Alert color={data.ok ? 'green' : 'red'} role="status" title={data.ok ? t`All good` : t`Incomplete`}>
          <List>
            {data.checks.map(({ name, ok, detail, remedy }) => (
              <List.Item key={name} icon={<span aria-hidden="true">{ok ? '✓' : '✗'}</span>}>
                {detail}
                {remedy && <Text fw={500}>{remedy}</Text>}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
