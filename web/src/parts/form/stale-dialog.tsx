import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { type FormField, type Values, valueAt } from './form-field';
import { Dialog } from '../dialog';

interface Props {
  readonly fields: readonly FormField[];
  /** As both began. */
  readonly before: Values;
  readonly mine: Values;
  readonly theirs: Values;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Two people changed one record: both versions of each field that either of them touched. */
export function StaleDialog({ fields, before, mine, theirs, onKeepMine, onTakeTheirs, onClose }: Props) {
  const { t } = useLingui();
  const shown = (field: FormField, values: Values): string => {
    const value = valueAt(values, field.name);
    if (field.kind === 'secret') return value === '' ? '' : '••••••';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const touched = fields.filter((field) =>
    [mine, theirs].some((values) => shown(field, values) !== shown(field, before)),
  );
  return (
    <Dialog opened onClose={onClose} size="lg" title={t`Somebody else changed this in the meantime`}>
      <Stack>
        <Table.ScrollContainer type="native" minWidth={420} tabIndex={0} role="region" aria-label={t`Both versions`}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">
                  <Trans>Field</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Yours</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Theirs</Trans>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {touched.map((field) => (
                <Table.Tr key={field.name}>
                  <Table.Th scope="row">{field.label}</Table.Th>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{shown(field, mine)}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{shown(field, theirs)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Text size="sm">
          <Trans>Keep mine changes only the fields you edited. The others stay as saved.</Trans>
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onTakeTheirs}>
            <Trans>Use the saved version</Trans>
          </Button>
          <Button onClick={onKeepMine}>
            <Trans>Keep mine</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
