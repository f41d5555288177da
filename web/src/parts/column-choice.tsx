import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Popover, Stack } from '@mantine/core';

/** In the address: no column is hidden, though some are as a rule. */
const nothing = 'none';

interface Props {
  readonly columns: readonly { readonly id: string; readonly title: string; readonly isExtra?: boolean }[];
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hide: string | undefined) => void;
}

export function ColumnChoice({ columns, hidden, onChange }: Props) {
  const toggle = (id: string) => {
    const left = columns.filter((each) => hidden.has(each.id) !== (each.id === id));
    const isUsual = columns.every((each) => left.includes(each) === (each.isExtra === true));
    onChange(isUsual ? undefined : left.map((each) => each.id).join(',') || nothing);
  };
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" style={{ flexShrink: 0 }}>
          <Trans>Columns</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {columns.map(({ id, title }) => (
            <Checkbox key={id} label={title} checked={!hidden.has(id)} onChange={() => toggle(id)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
