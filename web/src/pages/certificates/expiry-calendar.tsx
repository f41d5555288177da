import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { pageOf } from '../../api/types';
import { regionOf } from '../../app/languages';
import type { Certificate } from './certificate-records';

const monthsAhead = 12;
/** As many as one page of the API holds. */
const most = 100;

/** The first day of the month, so many months from now, in UTC. */
function monthFrom(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}

const expiring = (until: string) => ({
  queryKey: ['certificates', 'expiring', until],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const filter = JSON.stringify({ status: { eq: 'valid' }, expires_at: { lt: until } });
    const query = { filter, sort: 'expires_at:asc', page_size: most };
    return pageOf<Certificate>((await api.GET('/certificates', { params: { query }, signal })).data!);
  },
});

/** In which months of the year ahead how many certificates expire; each leads to them. */
export function ExpiryCalendar() {
  const { i18n } = useLingui();
  const now = new Date();
  const { data } = useQuery(expiring(monthFrom(now, monthsAhead)));
  if (!data || data.total === 0) return null;
  const named = new Intl.DateTimeFormat(regionOf(i18n.locale), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const months = Array.from({ length: monthsAhead }, (_, index) => {
    const from = monthFrom(now, index);
    const until = monthFrom(now, index + 1);
    const count = data.rows.filter(({ expires_at }) => expires_at >= from && expires_at < until).length;
    return { from, until, count, name: named.format(new Date(from)) };
  });
  return (
    <Paper component="section" aria-labelledby="expiring" withBorder p="md" mb="md">
      <Title order={2} size="h4" id="expiring">
        <Trans>Expiring in the next 12 months</Trans>
      </Title>
      <Group mt="xs">
        {months
          .filter(({ count }) => count > 0)
          .map(({ from, until, count, name }) => (
            <Anchor
              key={from}
              renderRoot={(props) => (
                <Link
                  to="/certificates"
                  search={{ q: `status:valid expires_at:>=${from} expires_at:<${until}` }}
                  {...props}
                />
              )}
            >
              {name}: {count}
            </Anchor>
          ))}
      </Group>
      {data.total > most && (
        <Text size="sm" c="dimmed">
          <Trans>
            Only the next {most} of {data.total} are counted.
          </Trans>
        </Text>
      )}
    </Paper>
  );
}
