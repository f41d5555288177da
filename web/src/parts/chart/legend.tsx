import { Group, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { paintOf } from './paint';
import type { Line } from './line';

interface Props {
  readonly lines: readonly (Line & { readonly total: string | null })[];
  readonly format: (value: number) => string;
  /** The place that is pointed at; null: the whole. */
  readonly place: number | null;
}

/** Twice as large as in the picture. */
const shown = 2;

/** Which pattern is what, with the number that is pointed at, or the sum. */
export function Legend({ lines, format, place }: Props) {
  const scheme = useComputedColorScheme('light');
  const tiles = useMemo(
    () => lines.map((_, index) => paintOf(index, scheme, shown * Math.ceil(window.devicePixelRatio))),
    [lines, scheme],
  );
  return (
    <Group gap="md" component="ul" m={0} p={0}>
      {lines.map(({ name, values, total }, index) => (
        <Group key={name} gap={6} component="li" wrap="nowrap">
          <img src={tiles[index]?.tile.toDataURL()} alt="" width={16} height={16} />
          <Text size="sm" span>
            {name} <b>{place === null ? total : format(values[place] ?? 0)}</b>
          </Text>
        </Group>
      ))}
    </Group>
  );
}
