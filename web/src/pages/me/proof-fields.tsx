import { useLingui } from '@lingui/react/macro';
import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../app/session';

export interface ProofTyped {
  readonly password: string;
  readonly totp: string;
}

/** The password once more, and a code where signing in needs one: what could shut somebody out needs both. */
export function useProof() {
  const { t } = useLingui();
  const needsCode = useSession()?.totp === 1;
  const [typed, setTyped] = useState<ProofTyped>({ password: '', totp: '' });
  return {
    proof: { password: typed.password, ...(typed.totp === '' ? {} : { totp: typed.totp }) },
    clear: () => setTyped({ password: '', totp: '' }),
    fields: (
      <>
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          required
          value={typed.password}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, password: value })}
          visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
        />
        {needsCode && (
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
    ),
  };
}
