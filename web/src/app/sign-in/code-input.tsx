import { useLingui } from '@lingui/react/macro';
import { TextInput, type TextInputProps } from '@mantine/core';
import type { ApiProblem } from '../../api/problem';

interface Props extends TextInputProps {
  readonly problem: ApiProblem | undefined;
  /** With which code it was tried. */
  readonly tried: string | undefined;
}

/** The second factor, asked for once the first one is right. */
export function CodeInput({ problem, tried, ...input }: Props) {
  const { t } = useLingui();
  const isWrong = problem?.document.totp_required === true && tried !== undefined;
  return (
    <TextInput
      label={t`Code from your authenticator app`}
      description={t`Or one of your recovery codes`}
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      {...input}
      error={input.error ?? (isWrong ? t`This code is wrong, or was used before.` : undefined)}
    />
  );
}
