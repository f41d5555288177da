import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { Dialog } from '../../parts/dialog';
import { PageLoading, ProblemNotice } from '../../parts/page-state';

/** What the gateway said about its last guest, as it may be shown to its maker: the service left out who it was. */
export function LastArrival({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Group>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        <Trans>Last guest's parameters</Trans>
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t`Last guest's parameters`} size="lg">
        <Said id={id} />
      </Dialog>
    </Group>
  );
}

function Said({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    queryKey: ['gateways', 'last-arrival', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/gateways/{id}/last-arrival', { params: { path: { id } }, signal })).data!,
  });
  if (!data) return error ? <ProblemNotice problem={error} /> : <PageLoading />;
  const { at, proof, problem, parameters } = data;
  const text = JSON.stringify({ at, proof, problem, parameters }, null, 2);
  return (
    <Stack align="flex-start">
      <Text>
        <Trans>Guest credentials and addresses are removed, so you can send it to the vendor.</Trans>
      </Text>
      <Code block w="100%" tabIndex={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}
