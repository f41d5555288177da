import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, List, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { download } from '../../parts/download';
import { ProblemNotice } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { type PersonQuery, useKindWords } from './privacy-records';

type By = 'email' | 'username';

/** Everything kept of one person, handed out to her, or erased. */
export function OnePerson({ record }: { readonly record: string | undefined }) {
  const { t } = useLingui();
  const kinds = useKindWords();
  const queryClient = useQueryClient();
  const [by, setBy] = useState<By>('email');
  const [typed, setTyped] = useState('');
  // Several may have one address: each is answered for alone.
  const [people, setPeople] = useState<readonly string[]>([]);
  const [person, setPerson] = useState('');
  const name = typed.trim();
  const isAmong = people.length > 0;
  const query: PersonQuery = record ? { subject_id: record } : { [by]: name, ...(isAmong ? { name: person } : {}) };
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.document.people) setPeople(error.document.people);
  };
  const type = (text: string) => {
    setTyped(text);
    setPeople([]);
    setPerson('');
  };
  const exporting = useMutation({
    mutationFn: async () => (await api.POST('/privacy/exports', { body: query })).data!,
    onError,
  });
  const erasing = useMutation({
    mutationFn: () => api.POST('/privacy/erasures', { body: query }),
    onError,
    onSuccess: async () => {
      exporting.reset();
      type('');
      await queryClient.invalidateQueries({ queryKey: ['erasures'] });
    },
  });
  const consequence = t`All data about this person is permanently deleted. Delete them in the source system first.`;
  const kept = exporting.data;
  const problem = exporting.error;
  const isBeside = problem instanceof ApiProblem && problem.status === 422;
  const beside = isBeside ? (isAmong ? t`Several people have it.` : problem.message) : undefined;
  const canAsk = record !== undefined || (name !== '' && (!isAmong || person !== ''));
  return (
    <Stack component="section" aria-labelledby="one-person">
      <Title order={2} size="h3" id="one-person">
        <Trans>One person</Trans>
      </Title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canAsk) exporting.mutate();
        }}
      >
        <Stack gap="xs">
          {record ? (
            <Text>
              <Trans>This is the person whose page you came from.</Trans>
            </Text>
          ) : (
            <Group align="flex-start">
              <NativeSelect
                label={t`Identified by`}
                value={by}
                data={[
                  { value: 'email', label: t`E-mail address` },
                  { value: 'username', label: t`User name` },
                ]}
                onChange={({ currentTarget }) => {
                  type(typed);
                  setBy(currentTarget.value as By);
                }}
              />
              <TextInput
                label={by === 'email' ? t`E-mail address` : t`User name`}
                autoComplete="off"
                value={typed}
                error={beside}
                onChange={({ currentTarget }) => {
                  exporting.reset();
                  type(currentTarget.value);
                }}
              />
              {isAmong && (
                <NativeSelect
                  label={t`Which of them`}
                  value={person}
                  data={['', ...people]}
                  onChange={({ currentTarget }) => {
                    exporting.reset();
                    setPerson(currentTarget.value);
                  }}
                />
              )}
            </Group>
          )}
          <Group>
            <Button type="submit" variant="default" disabled={!canAsk} loading={exporting.isPending}>
              <Trans>Stored data</Trans>
            </Button>
            {canAsk && (
              <ConfirmButton
                label={t`Erase`}
                question={t`Erase this person?`}
                consequence={consequence}
                word={record ? t`erase` : name}
                run={() => erasing.mutateAsync()}
              />
            )}
          </Group>
        </Stack>
      </form>
      {problem && beside === undefined && <ProblemNotice problem={problem} />}
      {problem && beside !== undefined && record && <ProblemNotice problem={problem} />}
      {erasing.isSuccess && (
        <Text role="status">
          <Trans>In progress. The list below shows how far it is.</Trans>
        </Text>
      )}
      {kept && (
        <Stack gap="xs" align="flex-start" role="status">
          <List aria-label={t`Stored data`}>
            {Object.entries(kept.data).map(([kind, rows]) => (
              <List.Item key={kind}>
                {kinds[kind] ?? kind}: {rows.length}
              </List.Item>
            ))}
          </List>
          <Button
            onClick={() =>
              download(new Blob([JSON.stringify(kept, null, 2)], { type: 'application/json' }), 'person.json')
            }
          >
            <Trans>Export data</Trans>
          </Button>
          <Text size="sm" c="dimmed">
            <Trans>Without passwords and codes. The export is recorded in the audit log.</Trans>
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
