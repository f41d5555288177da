import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { placesOf } from './payload';
import { deliveryQuery, type DeliveryWithPayload } from './webhook-records';

interface Props {
  readonly ids: readonly [string, string];
  readonly onEnd: () => void;
}

/** Two deliveries side by side: what was answered, and where what was sent differs. */
export function Comparison({ ids, onEnd }: Props) {
  const { t } = useLingui();
  const [first, second] = useQueries({ queries: ids.map(deliveryQuery) });
  const problem = first?.error ?? second?.error;
  if (problem) return <ProblemNotice problem={problem} />;
  if (!first?.data || !second?.data) return null;
  const both = [first.data, second.data] as const;
  const [before, after] = [valuesOf(first.data), valuesOf(second.data)];
  const places = [...new Set([...before.keys(), ...after.keys()])];
  const different = places.filter((place) => before.get(place) !== after.get(place));
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          <Trans>Compare deliveries</Trans>
        </Title>
        <Button variant="default" size="compact-sm" onClick={onEnd}>
          <Trans>End the comparison</Trans>
        </Button>
      </Group>
      {different.length === 0 ? (
        <Text role="status">
          <Trans>Request and response are the same.</Trans>
        </Text>
      ) : (
        <Table.ScrollContainer type="native" minWidth={300} tabIndex={0} role="region" aria-label={t`Differences`}>
          <Table aria-label={t`Differences`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t`Field`}</Table.Th>
                {both.map(({ id, created_at }) => (
                  <Table.Th key={id} scope="col">
                    <Time at={created_at} />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {different.map((place) => (
                <Table.Tr key={place}>
                  <Table.Th scope="row">{place}</Table.Th>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{before.get(place) ?? '–'}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{after.get(place) ?? '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

function valuesOf({ response_status, log, payload }: DeliveryWithPayload): ReadonlyMap<string, string> {
  return new Map([
    ['HTTP', String(response_status ?? '–')],
    ['response', log.at(-1)?.response ?? '–'],
    ...(payload === null ? [] : placesOf(JSON.parse(payload))),
  ]);
}
