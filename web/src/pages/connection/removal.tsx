import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { ProblemNotice } from '../../parts/page-state';
import { Dialog } from '../../parts/dialog';

type Fate = 'keep' | 'disable' | 'delete';

interface Props {
  readonly connection: Api<'ConnectionDto'>;
  readonly etag: string | undefined;
}

/** Takes a connection away; what becomes of its accounts has to be said, where it may have any. */
export function Removal({ connection: { id, name, status, closing }, etag }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const [fate, setFate] = useState<Fate | ''>('');
  // It was never switched on: it has none.
  const isUnused = status === 'setup';
  const removing = useMutation({
    mutationFn: async () => {
      const header = etag === undefined ? {} : { 'If-Match': etag };
      const query = { accounts: isUnused ? 'keep' : fate || 'keep' } as const;
      await api.DELETE('/connections/{id}', { params: { path: { id }, header, query } });
    },
    onSuccess: async () => {
      await navigate({ to: '/connections', search: {} });
      await queryClient.invalidateQueries({ queryKey: ['connections'] });
    },
  });
  if (closing)
    return (
      <Text>
        <Trans>It is being removed, and disappears once its last account is done.</Trans>
      </Text>
    );
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        c="light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))"
        onClick={open}
      >
        {isUnused ? <Trans>Remove the draft</Trans> : <Trans>Remove the connection</Trans>}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t`Remove ${name}?`}>
        <Stack>
          <Text>
            {isUnused ? (
              <Trans>
                It has created no accounts, so nobody's access changes. Its settings and secrets are deleted.
              </Trans>
            ) : (
              <Trans>It stops immediately. What it knows about people is deleted once its accounts are done.</Trans>
            )}
          </Text>
          {!isUnused && (
            <Radio.Group
              label={t`What should happen to its accounts?`}
              value={fate}
              onChange={(chosen) => setFate(chosen as Fate)}
            >
              <Stack gap="xs" mt="xs">
                <Radio
                  value="keep"
                  label={t`They stay as they are`}
                  description={t`They become manual accounts, and nothing ends them.`}
                />
                <Radio
                  value="disable"
                  label={t`They are blocked`}
                  description={t`Nobody gets online with them. You can unblock them manually.`}
                />
                <Radio
                  value="delete"
                  label={t`They are deleted`}
                  description={t`Everybody who got access through this connection goes offline.`}
                />
              </Stack>
            </Radio.Group>
          )}
          {removing.error && <ProblemNotice problem={removing.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              color="red.9"
              loading={removing.isPending}
              disabled={!isUnused && fate === ''}
              onClick={() => removing.mutate()}
            >
              <Trans>Remove</Trans>
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
