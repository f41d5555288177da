import { Trans, useLingui } from '@lingui/react/macro';
import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { sessionQuery, useSession } from '../../app/session';
import { IdentityConfirmation } from './identity-confirmation';

export interface ProofTyped {
  readonly password: string;
  readonly totp: string;
}

/**
 * The password once more, and a code where signing in needs one: what could shut somebody out needs both. Whoever was
 * proven a moment ago by a passkey or a provider needs neither; whoever has no password is led there.
 */
export function useProof() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const session = useSession();
  const [typed, setTyped] = useState<ProofTyped>({ password: '', totp: '' });
  const isProven = Date.parse(session?.proven_until ?? '') > Date.now();
  const hasPassword = session?.password === 1;
  return {
    proof: isProven ? {} : { password: typed.password, ...(typed.totp === '' ? {} : { totp: typed.totp }) },
    /** False: there is nothing to send before the operator has confirmed who it is. */
    isReady: isProven || hasPassword,
    clear: () => setTyped({ password: '', totp: '' }),
    /** The proof of a moment ago may be over by the time that it is used. */
    refused: (problem: Error) => {
      if (problem instanceof ApiProblem && problem.byField.password && isProven)
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    fields: isProven ? (
      <Text size="sm" c="dimmed">
        <Trans>You have just confirmed your identity: nothing more is asked for a few minutes.</Trans>
      </Text>
    ) : hasPassword ? (
      <>
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          required
          value={typed.password}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, password: value })}
          visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
        />
        {session.totp === 1 && (
          <TextInput
            label={t`Code from your authenticator app`}
            description={t`Or one of your recovery codes`}
            autoComplete="one-time-code"
            required
            value={typed.totp}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, totp: value })}
          />
        )}
      </>
    ) : (
      <IdentityConfirmation />
    ),
  };
}
