import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';

/** Of a record that a connection made: `source` is its id. */
export function ManagedNote({ source }: { readonly source: string | null }) {
  if (source === null) return null;
  return (
    <Text c="dimmed" size="sm">
      <Trans>A connection manages it and may change it back on its next sync.</Trans>
    </Text>
  );
}
