import { Trans, useLingui } from '@lingui/react/macro';
import { Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { FactsTable } from '../../parts/record/facts-table';
import { Time } from '../../parts/time';
import { acceptFile, type DeliveredFile, fileQuery, useFileWords } from './file-records';
import { SideDrawer } from '../../parts/side-drawer';

/** One file: what was found in it, and whether it may count all the same. */
export function FileDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(fileQuery(id));
  return (
    <SideDrawer onClose={onClose} size="lg" title={data?.name ?? t`Loading`}>
      {data ? (
        <Looked file={data} />
      ) : error ? (
        <ProblemNotice problem={error} retry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
    </SideDrawer>
  );
}

function Looked({ file }: { readonly file: DeliveredFile }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayAccept = useMay('connections:write');
  const { statuses, origins, scopes } = useFileWords();
  return (
    <Stack>
      <FactsTable
        facts={[
          [t`Status`, statuses[file.status]],
          [t`Source`, origins[file.origin]],
          [t`When`, <Time key="at" at={file.received_at} />],
          [t`Names`, file.scope && scopes[file.scope]],
          [t`Rows`, file.rows],
          [t`Bytes`, file.byte_length],
          [t`Ignored columns`, file.ignored_columns.join(', ')],
          [t`SHA-256`, file.digest],
        ]}
      />
      <Findings title={t`Findings`} findings={file.findings} />
      <Findings title={t`Unreadable rows`} findings={file.warnings} />
      <Group justify="space-between">
        {file.status === 'held' && mayAccept ? (
          <ConfirmButton
            label={t`Process anyway`}
            question={t`Process this file despite the differences?`}
            consequence={t`People missing from it lose access. If there are many, the plan is held again.`}
            run={async () => {
              await acceptFile(file);
              await queryClient.invalidateQueries({ queryKey: ['files'] });
            }}
          />
        ) : (
          <span />
        )}
        <AsCurl path={`/files/${file.id}`} />
      </Group>
    </Stack>
  );
}

interface FindingsProps {
  readonly title: string;
  readonly findings: DeliveredFile['findings'];
}

function Findings({ title, findings }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4">
        {title}
      </Title>
      <List>
        {findings.map(({ rule, detail, rows }) => (
          <List.Item key={rule}>
            {detail}
            {rows.length > 0 && (
              <Text size="sm" c="dimmed">
                <Trans>Rows: {rows.join(', ')}</Trans>
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </>
  );
}
