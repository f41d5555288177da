import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useSession } from '../../app/session';
import { Codes } from './codes';
import { Looks } from './looks';
import { OwnSessions } from './own-sessions';
import { Passkeys } from './passkeys';
import { PasswordChange } from './password-change';

/** One's own account: how the console looks, how one signs in, and where one is signed in. */
export function MePage() {
  const { t } = useLingui();
  const session = useSession();
  const operator = session?.operator;
  const isBound = session?.single_sign_on_required === 1;
  return (
    <Stack gap="xl" maw={760}>
      <div>
        <Title order={1}>
          <Trans>Your account</Trans>
        </Title>
        <Text c="dimmed">{[operator?.name, operator?.email].filter(Boolean).join(' · ')}</Text>
      </div>
      <Section title={t`Appearance`}>
        <Looks />
      </Section>
      <Section title={t`Password`}>
        {isBound ? (
          <Text>
            <Trans>Your organization requires single sign-on: you need no password and no passkey here.</Trans>
          </Text>
        ) : (
          <PasswordChange />
        )}
      </Section>
      <Section title={t`Authenticator app`}>
        <Codes />
      </Section>
      <Section title={t`Passkeys`}>
        <Passkeys />
      </Section>
      <Section title={t`Where you are signed in`}>
        <OwnSessions />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: PropsWithChildren<{ readonly title: string }>) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
