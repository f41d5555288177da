import { useLingui } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import type { ApiProblem } from '../../api/problem';

export function NotSignedIn({ children }: PropsWithChildren) {
  const { t } = useLingui();
  return (
    <Alert color="red" role="alert" title={t`You are not signed in`}>
      {children}
    </Alert>
  );
}

/** What the service says to a proof, unless it only wants a code besides. */
export function RefusedProof({ problem }: { readonly problem: ApiProblem | undefined }) {
  const { t } = useLingui();
  if (!problem || problem.document.totp_required) return null;
  return <NotSignedIn>{problem.status === 0 ? t`The service cannot be reached.` : problem.message}</NotSignedIn>;
}
