import { useLingui } from '@lingui/react/macro';
import { Alert, Group } from '@mantine/core';
import { CopiedText } from '../copied-text';

/** A secret that the service made: this answer alone has it. */
export function SecretOnce({ name, secret }: { readonly name: string; readonly secret: string }) {
  const { t } = useLingui();
  return (
    <Alert color="green" role="status" title={t`Secret of ${name}, shown only once`}>
      <Group>
        <CopiedText text={secret} />
      </Group>
    </Alert>
  );
}
