import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Popover, Stack } from '@mantine/core';

interface Props {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hide: string | undefined) => void;
}

export function ColumnChoice({ columns, hidden, onChange }: Props) {
  const toggle = (id: string) => {
    const left = columns.map((column) => column.id).filter((each) => hidden.has(each) !== (each === id));
    onChange(left.join(',') || undefined);
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
