import '@mantine/spotlight/styles.css';
import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLayer } from '../parts/layer';
import { useFound } from './found-records';
import { chooseLanguage, type Language, languages } from './languages';
import { useNavigation } from './navigation';
import { useNewRecords } from './new-records';

/** Ctrl or ⌘ and K: pages, what can be done anywhere, and whatever is known by its name. */
export function Palette() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  useLayer(isOpen);
  const found = useFound(typed);
  const made = useNewRecords();
  const groups = useNavigation().map(({ name, pages }) => ({
    group: name,
    actions: pages.map(({ to, title }) => ({ id: to, label: title, onClick: () => void navigate({ to }) })),
  }));
  const look = [
    { id: 'light', label: t`Light`, onClick: () => setColorScheme('light') },
    { id: 'dark', label: t`Dark`, onClick: () => setColorScheme('dark') },
    { id: 'auto', label: t`Same as system`, onClick: () => setColorScheme('auto') },
  ];
  const speech = Object.entries(languages).map(([id, label]) => ({
    id,
    label,
    onClick: () => void chooseLanguage(id as Language),
  }));
  return (
    <Spotlight
      query={typed}
      onQueryChange={setTyped}
      onSpotlightOpen={() => setIsOpen(true)}
      onSpotlightClose={() => setIsOpen(false)}
      actions={[
        ...found,
        ...groups,
        ...(made.length > 0 ? [{ group: t`New`, actions: made }] : []),
        { group: t`Theme`, actions: look },
        { group: t`Language`, actions: speech },
      ]}
      nothingFound={t`No results`}
      scrollable
      attributes={{ content: { 'aria-label': t`Go to…` } }}
      searchProps={{ placeholder: t`A page, a person, a room, a voucher, a system…`, 'aria-label': t`Go to…` }}
    />
  );
}
