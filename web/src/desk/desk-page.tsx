import { Trans } from '@lingui/react/macro';
import { Center, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { permits, sessionQuery, SignedIn } from '../app/session';
import { lazy, Suspense } from 'react';
import { PageLoading, ProblemNotice } from '../parts/page-state';
import { Leave } from './leave';
import { Lock } from './lock';
import { Reception } from './reception';

const SignInForm = lazy(async () => ({ default: (await import('../app/sign-in/sign-in-form')).SignInForm }));

/** The reception desk: for whoever may see guests, once signed in. */
export function Desk() {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  if (session === null)
    return (
      <Suspense fallback={null}>
        <SignInForm />
      </Suspense>
    );
  if (!session) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : <PageLoading />;
  if (!permits(session.permissions, 'guests:read')) return <NotForThisRole />;
  return (
    <SignedIn value={session}>
      <Lock session={session}>
        <Reception session={session} />
      </Lock>
    </SignedIn>
  );
}

function NotForThisRole() {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center">
        <Title order={1} size="h2">
          <Trans>Your role cannot view guests</Trans>
        </Title>
        <Text>
          <Trans>Ask an administrator for the Reception role.</Trans>
        </Text>
        <Leave />
      </Stack>
    </Center>
  );
}
