import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Stack, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BeforeAfter } from '../../parts/record/before-after';
import { Time } from '../../parts/time';
import { type AuditEntry, useAuditWords } from './audit-words';

/** One entry: when, who by what, and each field before and after. */
export function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useLingui();
  const { actions, actors } = useAuditWords();
  const { at, actor_kind, actor_name, action, resource, resource_id, label, request_id } = entry;
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [t`When`, <Time key="at" at={at} />],
    [t`Who`, `${actor_name} · ${actors[actor_kind]}`],
    [t`Did`, actions[action]],
    [t`Record`, [resource, label].filter(Boolean).join(' · ')],
    [t`Request`, request_id],
  ];
  return (
    <Stack>
      <Table>
        <Table.Tbody>
          {facts
            .filter(([, value]) => value !== null)
            .map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <BeforeAfter before={entry.before} after={entry.after} />
      {resource_id && (
        <Anchor renderRoot={(props) => <Link to="/audit" search={{ q: `resource_id:${resource_id}` }} {...props} />}>
          <Trans>All that happened to this record</Trans>
        </Anchor>
      )}
      {request_id && (
        <Anchor renderRoot={(props) => <Link to="/audit" search={{ q: `request_id:${request_id}` }} {...props} />}>
          <Trans>All that the same request did</Trans>
        </Anchor>
      )}
    </Stack>
  );
}
