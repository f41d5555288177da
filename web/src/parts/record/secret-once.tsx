import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, CopyButton, Group } from '@mantine/core';

/** A secret that the service made: this answer alone has it. */
export function SecretOnce({ name, secret }: { readonly name: string; readonly secret: string }) {
  const { t } = useLingui();
  return (
    <Alert color="green" role="status" title={t`Secret of ${name}, shown only once`}>
      <Group>
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
