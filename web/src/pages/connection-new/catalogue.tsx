import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Stack, Table, TextInput, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { hearFilterKey } from '../../app/early-keys';
import { useShortcutsSwitch } from '../../app/shortcuts-switch';
import { Empty } from '../../parts/page-state';
import { type Connector, useConnectorWords } from './connector-words';

interface Props {
  readonly connectors: readonly Connector[];
  readonly wanted: string;
  readonly onWanted: (wanted: string | undefined) => void;
}

/** Every system that can be connected, by family; the box finds one by a part of its name. */
export function Catalogue({ connectors, wanted, onWanted }: Props) {
  const { t } = useLingui();
  const { families, ways } = useConnectorWords();
  const box = useRef<HTMLInputElement>(null);
  const [hasShortcuts] = useShortcutsSwitch();
  useHotkeys(hasShortcuts ? [['/', () => box.current?.focus()]] : []);
  useEffect(hearFilterKey, []);
  const part = wanted.trim().toLowerCase();
  const found = connectors.filter(({ key, name, family }) =>
    [key, name, families[family]].some((words) => words.toLowerCase().includes(part)),
  );
  return (
    <Stack>
      <TextInput
        ref={box}
        maw={420}
        label={t`Which system do you want to connect?`}
        placeholder={t`Search by name`}
        value={wanted}
        onChange={({ currentTarget }) => onWanted(currentTarget.value || undefined)}
      />
      {found.length === 0 && (
        <Empty title={t`No systems found`}>
          <Trans>Anything that sends or returns JSON can be connected with a mapping: search for “any system”.</Trans>
        </Empty>
      )}
      {Object.entries(families).map(([family, title]) => {
        const members = found.filter((each) => each.family === family);
        if (members.length === 0) return null;
        return (
          <section key={family} aria-label={title}>
            <Title order={2} size="h4" mb="xs">
              {title}
            </Title>
            <Table aria-label={title} layout="fixed">
              <Table.Tbody>
                {members.map(({ key, name, abilities }) => (
                  <Table.Tr key={key}>
                    <Table.Th scope="row">
                      <Anchor
                        fw={500}
                        renderRoot={(props) => <Link to="/connections/new" search={{ connector: key }} {...props} />}
                      >
                        {name}
                      </Anchor>
                    </Table.Th>
                    <Table.Td>
                      {abilities
                        .map((ability) => ways[ability])
                        .filter(Boolean)
                        .join(', ')}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        );
      })}
    </Stack>
  );
}
