import { Trans, useLingui } from '@lingui/react/macro';
import { Button, type MantineColorScheme, NativeSelect, Popover, Stack, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Api } from '../api/types';
import { chooseLanguage, type Language, languages } from './languages';
import { savePreferences } from './preferences';
import { signOut, useSession } from './session';

/** Who is signed in; her language and colours; the way out. */
export default function AccountMenu() {
  const { t, i18n } = useLingui();
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  /** Here at once, and wherever she signs in. */
  const keep = (changes: Api<'PreferencesChangeDto'>) => savePreferences(queryClient, changes);
  const leave = async () => {
    await signOut();
    queryClient.clear();
    await navigate({ to: '/sign-in', search: {} });
  };
  return (
    <Popover position="bottom-end" width={240} trapFocus>
      <Popover.Target>
        <Button variant="default" size="compact-sm" maw={{ base: 90, xs: 240 }}>
          {session?.operator.name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`You`}>
        <Stack gap="sm">
          <NativeSelect
            label={t`Language`}
            value={i18n.locale}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => {
              void chooseLanguage(value as Language);
              void keep({ language: value as Language });
            }}
          />
          <NativeSelect
            label={t`Theme`}
            value={colorScheme}
            data={[
              { value: 'auto', label: t`Same as system` },
              { value: 'light', label: t`Light` },
              { value: 'dark', label: t`Dark` },
            ]}
            onChange={({ currentTarget: { value } }) => {
              setColorScheme(value as MantineColorScheme);
              void keep({ theme: value === 'auto' ? 'system' : (value as 'dark') });
            }}
          />
          <Button variant="default" renderRoot={(props) => <Link to="/me" {...props} />}>
            <Trans>Your account</Trans>
          </Button>
          <Button variant="default" onClick={() => void leave()}>
            <Trans>Sign out</Trans>
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
