import { Trans } from '@lingui/react/macro';
import { Stack, Table, Text, Title, UnstyledButton } from '@mantine/core';
import { Time } from '../../parts/time';
import { useEntryWords, useLaneWords } from './entry-words';
import type { Entry } from './timeline-records';

interface Props {
  readonly entries: readonly Entry[];
  readonly now: number;
  readonly chosen: Entry | undefined;
  readonly onChoose: (id: string) => void;
}

/** The same as the picture, in words: what is to come with the next first, what was with the newest first. */
export function EntryList({ entries, now, ...rest }: Props) {
  const toCome = entries.filter(({ at }) => Date.parse(at) > now);
  const past = entries.filter(({ at }) => Date.parse(at) <= now).toReversed();
  return (
    <Stack gap="xs">
      {toCome.length > 0 && (
        <section aria-labelledby="to-come">
          <Title order={2} size="h3" id="to-come">
            <Trans>Upcoming</Trans>
          </Title>
          <Text c="dimmed" size="sm">
            <Trans>If nothing else changes.</Trans>
          </Text>
          <Rows entries={toCome} titleId="to-come" {...rest} />
        </section>
      )}
      <section aria-labelledby="past">
        <Title order={2} size="h3" id="past">
          <Trans>What happened</Trans>
        </Title>
        {past.length === 0 ? (
          <Text c="dimmed">
            <Trans>Nothing that is still on record.</Trans>
          </Text>
        ) : (
          <Rows entries={past} titleId="past" {...rest} />
        )}
      </section>
    </Stack>
  );
}

function Rows({
  entries,
  titleId,
  chosen,
  onChoose,
}: Pick<Props, 'entries' | 'chosen' | 'onChoose'> & { readonly titleId: string }) {
  const words = useEntryWords();
  const lanes = useLaneWords();
  return (
    <Table aria-labelledby={titleId} verticalSpacing={4}>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr
            key={entry.id}
            bg={entry.id === chosen?.id ? 'var(--mantine-color-default-hover)' : undefined}
            aria-current={entry.id === chosen?.id ? 'true' : undefined}
          >
            <Table.Td w={190}>
              <Time at={entry.at} />
            </Table.Td>
            <Table.Td w={120} visibleFrom="sm">
              <Text size="sm" c="dimmed">
                {lanes[entry.lane]}
              </Text>
            </Table.Td>
            <Table.Td>
              <UnstyledButton fz="sm" td="underline" mih={24} onClick={() => onChoose(entry.id)}>
                {words(entry)}
              </UnstyledButton>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
