import { Button, Popover, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes';
import { useLayer } from './layer';

interface Props {
  /** Of the button, and of what it opens. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
  readonly position: NonNullable<PopoverProps['position']>;
  readonly children: ReactNode;
}

/** What drops from a button until it is closed: by the button, Escape, a click beside it, or "back" of the browser. */
export function ButtonPopover({ label, isOpen, toggle, close, position, children }: Props) {
  useBackCloses(isOpen, close);
  useLayer(isOpen);
  return (
    <Popover opened={isOpen} onChange={close} position={position} trapFocus width={320}>
      <Popover.Target>
        <Button variant="default" onClick={toggle}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
