import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { askedCalls } from '../api/asked-calls';
import { Dialog } from '../parts/dialog';

/** Below every page: the calls of the API behind what it shows. */
export default function PageCalls() {
  const { t } = useLingui();
  const [calls, setCalls] = useState<readonly string[]>();
  return (
    <Group component="footer" justify="flex-end" mt="xl">
      <Button variant="subtle" size="compact-sm" onClick={() => setCalls(askedCalls())}>
        <Trans>Show as curl</Trans>
      </Button>
      <Dialog opened={calls !== undefined} onClose={() => setCalls(undefined)} title={t`Show as curl`} size="xl">
        <Stack>
          {calls?.length === 0 && (
            <Text>
              <Trans>This page makes no API calls.</Trans>
            </Text>
          )}
          {calls?.map((call) => (
            <Stack key={call} gap={4} align="flex-start">
              <Code block w="100%" tabIndex={0}>
                {call}
              </Code>
              <CopyButton value={call}>
                {({ copied, copy }) => (
                  <Button variant="default" size="compact-sm" onClick={copy}>
                    {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
                  </Button>
                )}
              </CopyButton>
            </Stack>
          ))}
        </Stack>
      </Dialog>
    </Group>
  );
}
