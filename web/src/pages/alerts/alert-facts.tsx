import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from '@tanstack/react-router';
import { FactsTable } from '../../parts/record/facts-table';
import { Time } from '../../parts/time';
import type { Alert } from './alert-words';

/** What is wrong, what to do about it, whom it was told, and where it can be set right. */
export function AlertFacts({ alert }: { readonly alert: Alert }) {
  const { t } = useLingui();
  const { detail, facts, raised_at, resolved_at, told_at, end_told_at, left_to_digest } = alert;
  const { acknowledged_at, acknowledged_by, acknowledged_until, comment } = alert;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [t`Since`, <Time key="since" at={raised_at} />],
    [
      t`Acknowledged`,
      acknowledged_at && (
        <Fragment key="care">
          {acknowledged_by}, <Time at={acknowledged_at} />
        </Fragment>
      ),
    ],
    [t`Reopens`, acknowledged_until && <Time key="again" at={acknowledged_until} />],
    [t`Comment`, comment],
    [t`Ended`, resolved_at && <Time key="ended" at={resolved_at} />],
    [t`Contacts notified`, told_at && <Time key="told" at={told_at} />],
    [t`Informed that it ended`, end_told_at && <Time key="end" at={end_told_at} />],
    ...Object.entries(facts).map(([name, value]): [string, React.ReactNode] => [name, String(value)]),
  ];
  return (
    <Stack>
      <Text>{detail}</Text>
      <Place alert={alert} />
      <FactsTable facts={rows} />
      {left_to_digest && (
        <Text size="sm" c="dimmed">
          <Trans>Contacts only learn about it from the daily mail.</Trans>
        </Text>
      )}
    </Stack>
  );
}

function Place({ alert: { event, subject, facts } }: { readonly alert: Alert }) {
  const { run_id } = facts;
  if (typeof run_id === 'string')
    return (
      <Anchor renderRoot={(props) => <Link to="/runs/$id" params={{ id: run_id }} search={{}} {...props} />}>
        <Trans>Go to plan</Trans>
      </Anchor>
    );
  if (event.startsWith('webhook.'))
    return (
      <Anchor renderRoot={(props) => <Link to="/webhooks" search={{ id: subject.id }} {...props} />}>
        <Trans>Go to webhook</Trans>
      </Anchor>
    );
  if (event === 'portal.guessing' || event === 'portal.gateway_unknown')
    return (
      <Anchor renderRoot={(props) => <Link to="/portals/$id" params={{ id: subject.id }} {...props} />}>
        <Trans>Go to portal</Trans>
      </Anchor>
    );
  if (event.startsWith('operator.'))
    return (
      <Anchor renderRoot={(props) => <Link to="/operators" search={{ id: subject.id }} {...props} />}>
        <Trans>Go to operator</Trans>
      </Anchor>
    );
  if (!event.startsWith('connection.')) return null;
  return (
    <Anchor renderRoot={(props) => <Link to="/connections/$id" params={{ id: subject.id }} {...props} />}>
      <Trans>Go to connection</Trans>
    </Anchor>
  );
}
