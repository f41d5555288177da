import { Trans, useLingui } from '@lingui/react/macro';
import { Kbd, Stack, Switch, Table } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../parts/dialog';
import { hearKeys } from './early-keys';
import { useNavigation } from './navigation';
import { savePreferences } from './preferences';
import { useShortcutsSwitch } from './shortcuts-switch';

const followsWithinMilliseconds = 1500;

/** `g c` goes to a page, `j` and `k` to the next row and back, `?` tells about all of them. */
export function Shortcuts() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const pages = useNavigation().flatMap((group) => group.pages);
  const [isOn, setIsOn] = useShortcutsSwitch();
  const [isOpen, setIsOpen] = useState(false);
  const beganAt = useRef(0);
  const begin = () => (beganAt.current = Date.now());
  const follows = () => Date.now() - beganAt.current < followsWithinMilliseconds;
  useHotkeys(
    isOn
      ? [
          ['g', begin],
          ['j', () => moveToRow(1)],
          ['k', () => moveToRow(-1)],
          ['x', selectRow],
          ...pages.flatMap(({ key, to }): [string, () => void][] =>
            key ? [[key, () => follows() && void navigate({ to })]] : [],
          ),
        ]
      : [],
  );
  // Where the question mark is on a keyboard differs; what it types does not.
  useWindowEvent('keydown', ({ key, target }) => {
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
    if (isOn && key === '?' && !isTyping) setIsOpen(true);
  });
  // After those above: what was pressed early is pressed again at once.
  useEffect(hearKeys, []);
  return (
    <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={t`Keys`}>
      <Stack>
        <Table>
          <Table.Tbody>
            <Line keys={['Ctrl', 'K']} words={t`Go to anything`} />
            <Line keys={['/']} words={t`Filter the list`} />
            <Line keys={['j']} words={t`Next row`} />
            <Line keys={['k']} words={t`Previous row`} />
            <Line keys={['x']} words={t`Select row`} />
            <Line keys={['Enter']} words={t`Open the row`} />
            <Line keys={['Esc']} words={t`Close dialog`} />
            {pages.map(({ key, title, to }) => (key ? <Line key={to} keys={['g', key]} words={title} /> : null))}
            <Line keys={['?']} words={t`Keyboard shortcuts`} />
          </Table.Tbody>
        </Table>
        <Switch
          label={<Trans>Single-key shortcuts</Trans>}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setIsOn(checked);
            void savePreferences(queryClient, { shortcuts: checked ? 1 : 0 });
          }}
        />
      </Stack>
    </Dialog>
  );
}

function Line({ keys, words }: { readonly keys: readonly string[]; readonly words: string }) {
  return (
    <Table.Tr>
      <Table.Td>{words}</Table.Td>
      <Table.Td ta="end">
        {keys.map((key) => (
          <Kbd key={key} ms={4}>
            {key}
          </Kbd>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}

/** The link or box of the row after the one that has the focus, or before it. */
function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step];
  const [link, box] = ['a, button', 'input'].map((what) => row?.querySelector<HTMLElement>(what));
  (link ?? box)?.focus();
}

/** The box of the row that has the focus. */
function selectRow(): void {
  document.activeElement?.closest('main tbody tr')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
}
