import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { FrontPage } from '../front-page';
import { SignInForm } from './sign-in-form';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { t } = useLingui();
  const { to, elsewhere } = route.useSearch();
  const router = useRouter();
  const [isDone, setIsDone] = useState(false);
  const enter = () => {
    if (!elsewhere) return router.history.push(to ?? '/console/');
    setIsDone(true);
    // Where the browser does not allow it, the words below are left.
    window.close();
  };
  if (!isDone) return <SignInForm onEntered={enter} />;
  return (
    <FrontPage title={t`You are signed in`}>
      <Text role="status">
        <Trans>Continue in the other tab. You can close this one.</Trans>
      </Text>
    </FrontPage>
  );
}
