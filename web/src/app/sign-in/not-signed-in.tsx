import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
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

interface RefusedProps {
  readonly problem: ApiProblem | undefined;
  /** The page that waits stays open: providers are in another tab. */
  readonly isBesidePage?: boolean;
}

/** What the service says to a proof, unless it only wants a code besides. */
export function RefusedProof({ problem, isBesidePage = false }: RefusedProps) {
  const { t } = useLingui();
  if (!problem || problem.document.totp_required) return null;
  const { single_sign_on_required: isAnotherWay, another_account: isAnother, organization_id: id } = problem.document;
  if (isAnotherWay)
    return (
      <NotSignedIn>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            <Trans>
              Your organization requires single sign-on: use your work account, not a password or passkey. Owners may
              use theirs in an emergency, a password only with codes of an authenticator app.
            </Trans>
          </Text>
          {id !== undefined && (
            <Anchor
              size="sm"
              c="inherit"
              underline="always"
              href={`/console/sign-in?organization=${id}${isBesidePage ? '&elsewhere=true' : ''}`}
              {...(isBesidePage ? { target: '_blank' } : {})}
            >
              <Trans>Go to single sign-on</Trans>
            </Anchor>
          )}
        </Stack>
      </NotSignedIn>
    );
  if (isAnother)
    return (
      <NotSignedIn>
        <Trans>
          The operator with your e-mail address signs in with another account of this provider. If you were given a new
          account there, ask an administrator to undo the link under Operators.
        </Trans>
      </NotSignedIn>
    );
  return <NotSignedIn>{problem.status === 0 ? t`The service cannot be reached.` : problem.message}</NotSignedIn>;
}
