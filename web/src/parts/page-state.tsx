import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem';

export function PageLoading() {
  const { t } = useLingui();
  return (
    <Stack aria-busy="true" aria-label={t`Loading`} role="status">
      <Skeleton h={32} w={260} />
      <Skeleton h={36} />
      <Skeleton h={240} />
    </Stack>
  );
}

/** What went wrong, in the service's own words, and what can be done. */
export function ProblemNotice({ problem, retry }: { readonly problem: Error; readonly retry?: () => void }) {
  const { title, words } = useProblemWords(problem);
  return (
    <Alert color="red" role="alert" title={title}>
      <Stack align="flex-start" gap="xs">
        <Text>{words}</Text>
        {retry && (
          <Button variant="default" size="xs" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** What went wrong, and what of it can be done, in words. */
export function useProblemWords(problem: Error): { title: string; words: string } {
  // Handed on as a parameter, `t` would be no macro, and its texts in no catalogue.
  const { t } = useLingui();
  if (!(problem instanceof ApiProblem)) return { title: t`This page has a fault`, words: problem.message };
  if (problem.status === 0)
    return { title: t`The service cannot be reached`, words: t`Check the network. What is typed stays.` };
  if (problem.status === 403) return { title: t`Your role does not permit this`, words: problem.message };
  if (problem.status === 404) return { title: t`This is not here any more`, words: problem.message };
  if (problem.status === 429) {
    const seconds = problem.retryAfterSeconds ?? 60;
    return {
      title: t`Too many requests`,
      words: plural(seconds, { one: 'It works again in # second.', other: 'It works again in # seconds.' }),
    };
  }
  return { title: t`That did not work`, words: problem.message };
}

/** A list with nothing in it says what would fill it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <Stack align="center" py="xl" gap="xs">
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  );
}
