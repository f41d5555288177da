import { useLingui } from '@lingui/react/macro';
import { NotSignedIn } from './not-signed-in';

/** With what a provider sent the browser back, in words. */
export function ProviderRefused({ error }: { readonly error: string }) {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    email_not_verified: t`The provider has not verified your e-mail address. Ask whoever runs it.`,
    temporarily_unavailable: t`The provider cannot be reached at the moment. Try again in a few minutes.`,
  };
  return (
    <NotSignedIn>
      {words[error] ?? t`The sign-in at the provider was cancelled or took too long. Try again.`}
    </NotSignedIn>
  );
}
