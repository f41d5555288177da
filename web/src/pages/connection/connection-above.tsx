import { Trans } from '@lingui/react/macro';
import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { connectionQuery } from './connection-record';

/** Above the pages of one connection: whose they are, and the way back. */
export function ConnectionAbove({ id }: { readonly id: string }) {
  const { data } = useQuery(connectionQuery(id));
  return (
    <Group mb="xs" gap="xs">
      <Anchor size="sm" renderRoot={(props) => <Link to="/connections" search={{}} {...props} />}>
        <Trans>Connections</Trans>
      </Anchor>
      <span aria-hidden="true">/</span>
      <Anchor size="sm" renderRoot={(props) => <Link to="/connections/$id" params={{ id }} {...props} />}>
        {data?.connection.name ?? '…'}
      </Anchor>
    </Group>
  );
}
