import { Trans, useLingui } from '@lingui/react/macro';
import { Button, type ButtonProps, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemNotice } from '../page-state';
import { Dialog } from '../dialog';

interface Props {
  /** On the button, and on the one that confirms. */
  readonly label: string;
  readonly question: string;
  /** What follows from it. */
  readonly consequence: string;
  /** Has to be typed first, where nothing brings it back. */
  readonly word?: string;
  readonly run: () => Promise<unknown>;
  readonly button?: ButtonProps;
}

/** Asks before what cannot be taken back. What can, needs no question, but a way back. */
export function ConfirmButton({ label, question, consequence, word, run, button }: Props) {
  const { t } = useLingui();
  const [isOpen, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState('');
  const running = useMutation({ mutationFn: run, onSuccess: close });
  return (
    <>
      <Button
        variant="default"
        c="light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))"
        {...button}
        aria-haspopup="dialog"
        onClick={open}
      >
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={question}>
        <Stack>
          <Text>{consequence}</Text>
          {word !== undefined && (
            <TextInput
              label={t`Type ${word} to confirm`}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              autoComplete="off"
            />
          )}
          {running.error && <ProblemNotice problem={running.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              color="red.9"
              loading={running.isPending}
              disabled={word !== undefined && typed.trim() !== word}
              onClick={() => running.mutate()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
