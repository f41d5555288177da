import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Popover } from '@mantine/core';
import { useState } from 'react';
import { curlOf } from '../api/asked-calls';
import { actedFor } from '../api/client';
import { useLayer } from './layer';

/** The call behind what a record shows, for a shell. */
export function AsCurl({ path }: { readonly path: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  useLayer(isOpen);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={420} trapFocus>
      <Popover.Target>
        <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(!isOpen)}>
          <Trans>Show as curl</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Show as curl`} maw="calc(100vw - 1rem)">
        <Code block tabIndex={0}>
          {curlOf(path, actedFor())}
        </Code>
      </Popover.Dropdown>
    </Popover>
  );
}
