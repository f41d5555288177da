import { Trans, useLingui } from '@lingui/react/macro';
import { Button, type MantineColorScheme, NativeSelect, Popover, Stack, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { chooseLanguage, type Language, languages } from './languages';
import { signOut, useSession } from './session';

/** Who is signed in; her language and colours; the way out. */
export default function AccountMenu() {
  const { t, i18n } = useLingui();
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = async () => {
    await signOut();
    queryClient.clear();
    await navigate({ to: '/sign-in', search: {} });
  };
  return (
    <Popover position="bottom-end" width={240} trapFocus>
      <Popover.Target>
        <Button variant="default" size="compact-md">
          {session?.operator.name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`You`}>
        <Stack gap="sm">
          <NativeSelect
            label={t`Language`}
            value={i18n.locale}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value as Language)}
          />
          <NativeSelect
            label={t`Colours`}
            value={colorScheme}
            data={[
              { value: 'auto', label: t`As the system` },
              { value: 'light', label: t`Light` },
              { value: 'dark', label: t`Dark` },
            ]}
            onChange={({ currentTarget }) => setColorScheme(currentTarget.value as MantineColorScheme)}
          />
          <Button variant="default" onClick={() => void leave()}>
            <Trans>Sign out</Trans>
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
