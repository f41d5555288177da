import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, MultiSelect, NumberInput, Stack, Switch, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { Api } from '../../api/types';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { usePersonalWords } from './personal-words';

type Kept = Api<'ConnectionPrivacyDto'>;

const keptQuery = (id: string) => ({
  queryKey: ['connection-privacy', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await api.GET('/connections/{id}/privacy', { params: { path: { id } }, signal })).data!,
});

/** Which personal fields this connection keeps of people, and for how long the messages that brought them. */
export function KeptOfPeople({ id }: { readonly id: string }) {
  const { data, error } = useQuery(keptQuery(id));
  if (error) return <ProblemNotice problem={error} />;
  return data ? <Form id={id} kept={data} /> : null;
}

function Form({ id, kept }: { readonly id: string; readonly kept: Kept }) {
  const { t } = useLingui();
  const words = usePersonalWords();
  const queryClient = useQueryClient();
  const mayWrite = useMay('privacy:write');
  const [isAll, setIsAll] = useState(kept.fields === null);
  const [fields, setFields] = useState<readonly string[]>(kept.fields ?? []);
  const [days, setDays] = useState<number | string>(kept.payload_days ?? '');
  const saving = useMutation({
    mutationFn: async () => {
      const body = {
        fields: isAll ? null : (fields as NonNullable<Kept['fields']>),
        payload_days: days === '' ? null : Number(days),
      };
      return (await api.PATCH('/connections/{id}/privacy', { params: { path: { id } }, body })).data!;
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(keptQuery(id).queryKey, saved);
      notifications.show({ message: t`Saved`, color: 'green' });
    },
  });
  const problem = saving.error;
  const beside = problem instanceof ApiProblem ? problem.byField : {};
  return (
    <Stack component="section" maw={640} aria-labelledby="kept-of-people">
      <Title order={2} size="h3" id="kept-of-people">
        <Trans>Personal data</Trans>
      </Title>
      <Switch
        label={t`All personal fields`}
        checked={isAll}
        disabled={!mayWrite}
        onChange={({ currentTarget }) => setIsAll(currentTarget.checked)}
      />
      {!isAll && (
        <MultiSelect
          label={t`Keep only these`}
          description={t`Other fields are discarded before storage. Account names and texts may need some of them.`}
          data={Object.entries(words).map(([value, label]) => ({ value, label }))}
          value={[...fields]}
          searchable
          disabled={!mayWrite}
          error={beside.fields}
          onChange={setFields}
        />
      )}
      <NumberInput
        label={t`Keep messages for (days)`}
        description={t`At most 30; 0: until the next hour. Empty: 30.`}
        value={days}
        disabled={!mayWrite}
        error={beside.payload_days}
        allowDecimal={false}
        onChange={setDays}
      />
      {problem && Object.keys(beside).length === 0 && <ProblemNotice problem={problem} />}
      {mayWrite && (
        <Group>
          <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}
