import { Trans, useLingui } from '@lingui/react/macro';
import { List, Stack, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { LinkStrip } from '../../parts/link-strip/link-strip';
import { useLinkWords } from '../../parts/link-strip/link-words';
import { ProblemNotice } from '../../parts/page-state';
import { Lasting, Time } from '../../parts/time';

/** How many of the latest changes are listed beneath the strip. */
const listed = 10;

export const linkHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['connections', 'health', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/connections/{id}/health', { params: { path: { id } }, signal })).data!,
  });

/** How the link fared in the last 24 hours: as a picture, and the latest changes in words. */
export function LinkHistory({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const words = useLinkWords();
  const { data, error } = useQuery(linkHistoryQuery(id));
  if (error) return <ProblemNotice problem={error} />;
  if (!data) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        <Trans>Link, last 24 hours</Trans>
      </Title>
      <LinkStrip health={data} />
      {data.pieces.length > 1 && (
        <List listStyleType="none" size="sm" aria-label={t`Recent link changes`}>
          {data.pieces
            .slice(-listed)
            .reverse()
            .map(({ from, until, state, reason }) => (
              <List.Item key={from} style={{ overflowWrap: 'anywhere' }}>
                <Time at={from} /> · {words[state]} ·{' '}
                <Lasting seconds={((until === null ? Date.now() : Date.parse(until)) - Date.parse(from)) / 1000} />
                {reason && ` · ${reason}`}
              </List.Item>
            ))}
        </List>
      )}
    </Stack>
  );
}
