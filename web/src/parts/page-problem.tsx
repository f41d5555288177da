import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { ApiProblem } from '../api/problem';
import { useProblemWords } from './page-state';

/** In place of a page that cannot be shown. What is gone, or not for this role, is not asked for again. */
export function PageProblem({ problem, retry }: { readonly problem: Error; readonly retry: () => void }) {
  const { title, words } = useProblemWords(problem);
  const isLasting = problem instanceof ApiProblem && [403, 404].includes(problem.status);
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>{title}</Title>
      <Text>{words}</Text>
      {isLasting ? (
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>
          <Trans>First page</Trans>
        </Anchor>
      ) : (
        <Button variant="default" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Stack>
  );
}

export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <PageProblem problem={error instanceof Error ? error : new Error(String(error))} retry={reset} />;
}
