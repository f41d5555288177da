import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/session';
import { ManagedNote } from '../../parts/record/managed-note';
import { Time } from '../../parts/time';
import { useDurationWords, useVoucherWords, voucherColours } from '../vouchers/voucher-words';
import { type VoucherBatch, vouchersOf } from './batch-records';
import { BatchSheet } from './batch-sheet';

interface Props {
  readonly batch: VoucherBatch;
  readonly onLike: (batch: VoucherBatch) => void;
}

/** What a batch is, how many of it are left, on paper and one by one. */
export function BatchAbove({ batch, onLike }: Props) {
  const words = useVoucherWords();
  const duration = useDurationWords();
  const mayWrite = useMay('vouchers:write');
  return (
    <Stack>
      <Group>
        {(['unused', 'active', 'expired', 'revoked'] as const)
          .filter((status) => batch[status] > 0)
          .map((status) => (
            <Badge key={status} color={voucherColours[status]} variant="dot">
              {words[status]}: {batch[status]}
            </Badge>
          ))}
      </Group>
      <Text>
        <Trans>{duration(batch.duration)} from first use.</Trans>{' '}
        {batch.valid_until && (
          <Trans>
            First use before <Time at={batch.valid_until} />.
          </Trans>
        )}
      </Text>
      <ManagedNote source={batch.source} />
      {mayWrite && (
        <Group>
          <Button variant="default" onClick={() => onLike(batch)}>
            <Trans>Create more like these</Trans>
          </Button>
        </Group>
      )}
      <BatchSheet batch={batch} />
      <Codes batch={batch} />
    </Stack>
  );
}

function Codes({ batch: { id, count } }: { readonly batch: VoucherBatch }) {
  const { t } = useLingui();
  const words = useVoucherWords();
  const { data } = useQuery(vouchersOf(id));
  if (!data) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        <Trans>Codes</Trans>
      </Title>
      <Table aria-label={t`Codes`}>
        <Table.Tbody>
          {data.rows.map((voucher) => (
            <Table.Tr key={voucher.id}>
              <Table.Td ff="monospace">{voucher.code}</Table.Td>
              <Table.Td>{words[voucher.status]}</Table.Td>
              <Table.Td>
                <Time at={voucher.first_used_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {count > data.rows.length && (
        <Text size="sm" c="dimmed">
          <Trans>
            First {data.rows.length} of {count}.
          </Trans>
        </Text>
      )}
    </Stack>
  );
}
