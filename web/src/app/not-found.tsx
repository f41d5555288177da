import { Trans } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function NotFound() {
  return (
    <Stack p="xl" align="flex-start">
      <Title order={1}>
        <Trans>There is no such page</Trans>
      </Title>
      <Link to="/">
        <Trans>To the first page</Trans>
      </Link>
    </Stack>
  );
}
