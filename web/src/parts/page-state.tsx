import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem';
import { useReachedSince } from '../api/reached';

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
  const isReachedAgain = useReachedSince(problem);
  // What is read is read anew by itself or by `retry`. An action is not repeated: its notice would stay beside others
  // that have succeeded since.
  if (isReachedAgain && !retry && problem instanceof ApiProblem && problem.status === 0) return null;
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

export const isGone = (problem: Error | null): boolean => problem instanceof ApiProblem && problem.status === 404;

/** Above what is still shown of a record: a colleague has deleted it meanwhile. */
export function GoneNotice({ problem }: { readonly problem: Error | null }) {
  const { t } = useLingui();
  return isGone(problem) && <Alert color="orange" role="status" title={t`This record no longer exists.`} />;
}

/** What went wrong, and what of it can be done, in words. */
export function useProblemWords(problem: Error): { title: string; words: string } {
  // Handed on as a parameter, `t` would be no macro, and its texts in no catalogue.
  const { t } = useLingui();
  if (!(problem instanceof ApiProblem)) return { title: t`Something went wrong on this page`, words: problem.message };
  if (problem.status === 0)
    return { title: t`The service cannot be reached`, words: t`Check your network. What you typed is kept.` };
  if (problem.document.single_sign_on_required)
    return {
      title: t`Single sign-on is required`,
      words: t`In your organization, operators sign in with their work account, without a password or passkey.`,
    };
  if (problem.status === 403) return { title: t`Your role does not allow this`, words: problem.message };
  if (problem.status === 404) return { title: t`This no longer exists`, words: problem.message };
  if (problem.status === 429) {
    const seconds = problem.retryAfterSeconds ?? 60;
    return {
      title: t`Too many requests`,
      words: plural(seconds, { one: 'It works again in # second.', other: 'It works again in # seconds.' }),
    };
  }
  return { title: t`Something went wrong`, words: problem.message };
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
