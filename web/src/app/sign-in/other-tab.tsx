import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';

/** All ways in, without leaving the page that waits. */
export function OtherTab() {
  return (
    <Anchor href="/console/sign-in?elsewhere=true" target="_blank" size="sm">
      <Trans>Sign in another way, in a new tab</Trans>
    </Anchor>
  );
}
