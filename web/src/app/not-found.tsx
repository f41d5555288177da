import { Trans } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function NotFound() {
  return (
    <Stack p="xl" align="flex-start">
      <Title order={1}>
        <Trans>Page not found</Trans>
      </Title>
      <Link to="/">
        <Trans>First page</Trans>
      </Link>
    </Stack>
  );
}
