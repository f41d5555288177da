import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Popover } from '@mantine/core';

/** The call behind what a page shows, for a shell: the key comes from the environment. */
export function AsCurl({ path }: { readonly path: string }) {
  const { t } = useLingui();
  const address = `${window.location.origin}${path}`.replaceAll("'", '%27');
  return (
    <Popover position="bottom-end" width={420} trapFocus>
      <Popover.Target>
        <Button variant="subtle" size="compact-sm">
          <Trans>As curl</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`As curl`} maw="100vw">
        <Code block tabIndex={0}>{`curl -H "Authorization: Bearer $USHER_TOKEN" \\\n  '${address}'`}</Code>
      </Popover.Dropdown>
    </Popover>
  );
}
