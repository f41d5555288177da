import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { ProblemNotice } from '../../parts/page-state';
import { Dialog } from '../../parts/dialog';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onRenamed: () => Promise<void>;
}

/** Another name for a device, without taking it away and adding it again. */
export function PasskeyRename({ id, name, onRenamed }: Props) {
  const { t } = useLingui();
  const [isOpen, { open, close }] = useDisclosure();
  const [wanted, setWanted] = useState(name);
  const renaming = useMutation({
    mutationFn: () =>
      api.PATCH('/sessions/current/passkeys/{id}', { params: { path: { id } }, body: { name: wanted } }),
    onSuccess: async () => {
      await onRenamed();
      close();
    },
  });
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={t`Rename ${name}`} aria-haspopup="dialog" onClick={open}>
        <Trans>Rename</Trans>
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t`Rename ${name}`}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            renaming.mutate();
          }}
        >
          <Stack>
            <TextInput
              label={t`Device name`}
              required
              data-autofocus
              value={wanted}
              onChange={({ currentTarget: { value } }) => setWanted(value)}
            />
            {renaming.error && <ProblemNotice problem={renaming.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={renaming.isPending}>
                <Trans>Save</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
