import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, CopyButton, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BeforeAfter, written } from '../../parts/record/before-after';
import { FactsTable } from '../../parts/record/facts-table';
import { Time } from '../../parts/time';
import { type Operation, useOperationWords } from './operation-words';

/** One write to a console: what led to it, each field before and after, and where to read on. */
export function OperationFacts({ operation }: { readonly operation: Operation }) {
  const { t } = useLingui();
  const { kinds, statuses } = useOperationWords();
  const { at, user, kind, status, actor, cause, detail, before, after, subject_id, run_id } = operation;
  const facts: readonly (readonly [string, string | null])[] = [
    [t`Account`, user],
    [t`Action`, kinds[kind] ?? kind],
    [t`Outcome`, statuses[status] ?? status],
    [t`Why`, detail],
    [t`Who`, actor],
    [t`Caused by`, cause],
  ];
  const report = [
    `# ${[user, kinds[kind] ?? kind].filter(Boolean).join(': ')}`,
    '',
    `- ${t`When`}: ${at}`,
    ...facts.filter(([, value]) => value).map(([name, value]) => `- ${name}: ${value}`),
    `- id: ${operation.id}`,
    '',
    `| ${t`Field`} | ${t`Before`} | ${t`After`} |`,
    '|---|---|---|',
    ...[...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map(
      (name) => `| ${name} | ${written(before?.[name])} | ${written(after?.[name])} |`,
    ),
  ].join('\n');
  return (
    <Stack>
      <FactsTable facts={[[t`When`, <Time key="at" at={at} />], ...facts]} />
      <BeforeAfter before={before} after={after} />
      <Group>
        {subject_id && (
          <Anchor renderRoot={(props) => <Link to="/people/$id" params={{ id: subject_id }} {...props} />}>
            <Trans>Person</Trans>
          </Anchor>
        )}
        {run_id && (
          <Anchor renderRoot={(props) => <Link to="/runs/$id" params={{ id: run_id }} {...props} />}>
            <Trans>Run</Trans>
          </Anchor>
        )}
        <CopyButton value={report}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? <Trans>Copied</Trans> : <Trans>Copy as text</Trans>}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
