import '@mantine/spotlight/styles.css';
import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { chooseLanguage, type Language, languages } from './languages';
import { useNavigation } from './navigation';

/** Ctrl or ⌘ and K: every page that this person may see, and what can be done anywhere. */
export function Palette() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const groups = useNavigation().map(({ name, pages }) => ({
    group: name,
    actions: pages.map(({ to, title }) => ({ id: to, label: title, onClick: () => void navigate({ to }) })),
  }));
  const look = [
    { id: 'light', label: t`Light`, onClick: () => setColorScheme('light') },
    { id: 'dark', label: t`Dark`, onClick: () => setColorScheme('dark') },
    { id: 'auto', label: t`As the system`, onClick: () => setColorScheme('auto') },
  ];
  const speech = Object.entries(languages).map(([id, label]) => ({
    id,
    label,
    onClick: () => void chooseLanguage(id as Language),
  }));
  return (
    <Spotlight
      actions={[...groups, { group: t`Colours`, actions: look }, { group: t`Language`, actions: speech }]}
      nothingFound={t`Nothing has this name`}
      scrollable
      attributes={{ content: { 'aria-label': t`Go to…` } }}
      searchProps={{ placeholder: t`Go to…`, 'aria-label': t`Go to…` }}
    />
  );
}
