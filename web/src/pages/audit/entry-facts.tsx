import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BeforeAfter } from '../../parts/record/before-after';
import { type Facts, FactsTable } from '../../parts/record/facts-table';
import { Time } from '../../parts/time';
import { type AuditEntry, useAuditResourceWords, useAuditWords } from './audit-words';

/** One entry: when, who by what, and each field before and after. */
export function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useLingui();
  const { actions, actors } = useAuditWords();
  const resources = useAuditResourceWords();
  const { at, actor_kind, actor_name, action, resource, resource_id, label, request_id } = entry;
  const facts: Facts = [
    [t`When`, <Time key="at" at={at} />],
    [t`Who`, `${actor_name} · ${actors[actor_kind]}`],
    [t`Action`, actions[action]],
    [t`Record`, [resources[resource] ?? resource, label].filter(Boolean).join(' · ')],
    [t`Request`, request_id],
  ];
  return (
    <Stack>
      <FactsTable facts={facts} />
      <BeforeAfter before={entry.before} after={entry.after} />
      {resource_id && (
        <Anchor renderRoot={(props) => <Link to="/audit" search={{ q: `resource_id:${resource_id}` }} {...props} />}>
          <Trans>History of this record</Trans>
        </Anchor>
      )}
      {request_id && (
        <Anchor renderRoot={(props) => <Link to="/audit" search={{ q: `request_id:${request_id}` }} {...props} />}>
          <Trans>Everything from the same request</Trans>
        </Anchor>
      )}
    </Stack>
  );
}
