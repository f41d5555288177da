import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chooseLanguage, type Language, preferredLanguage } from './languages';
import { chooseZone } from './own-zone';
import { preferencesQuery } from './preferences';
import { useSession } from './session';
import { useShortcutsSwitch } from './shortcuts-switch';

/** Brings this browser to what the operator chose, here or elsewhere. */
export function OwnPreferences() {
  const { i18n } = useLingui();
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({ ...preferencesQuery, enabled: isSignedIn });
  const { setColorScheme } = useMantineColorScheme();
  const [, setShortcuts] = useShortcutsSwitch();
  useEffect(() => {
    if (!data) return;
    const { language, time_zone, theme, density, shortcuts } = data;
    if (language !== null || preferredLanguage() !== i18n.locale) void chooseLanguage(language as Language | null);
    chooseZone(time_zone);
    setColorScheme(theme === 'light' || theme === 'dark' ? theme : 'auto');
    setShortcuts(shortcuts === 1);
    document.documentElement.toggleAttribute('data-contrast', theme === 'contrast');
    document.documentElement.toggleAttribute('data-compact', density === 'compact');
    // What changes is what the service answers; the rest are functions.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
  return null;
}
