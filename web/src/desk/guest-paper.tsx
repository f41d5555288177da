import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useMay } from '../app/session';
import type { PersonDetail } from '../pages/people/people-records';
import { ButtonPopover } from '../parts/button-popover';
import { ProblemNotice } from '../parts/page-state';
import { NetworkChoice, useCardNetwork } from './network-choice';
import { PaperChoice, usePaper } from './paper-choice';
import { guestCard, print } from './print';
import { ShownCard } from './shown-card';

interface Props {
  readonly guest: PersonDetail;
  /** As it was just given here: nobody can look it up later. */
  readonly password: string | undefined;
}

/** What a guest takes along: a card, a mail, a text. */
export function GuestPaper({ guest: { id, connection, email, phone }, password }: Props) {
  const { i18n } = useLingui();
  const [paper] = usePaper();
  const network = useCardNetwork();
  const printing = useMutation({
    mutationFn: () => print(guestCard(id, { layout: paper, locale: i18n.locale, network }, password)),
  });
  if (!useMay('guests:write')) return null;
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={printing.isPending} onClick={() => printing.mutate()}>
          <Trans>Print the Wi-Fi card</Trans>
        </Button>
        <PaperChoice />
        <NetworkChoice />
        <ShownCard id={id} password={password} />
        {connection && <Message id={id} email={email} phone={phone} password={password} />}
      </Group>
      {printing.error && <ProblemNotice problem={printing.error} />}
    </Stack>
  );
}

type MessageProps = Pick<PersonDetail, 'id' | 'email' | 'phone'> & Pick<Props, 'password'>;

function Message({ id, email, phone, password }: MessageProps) {
  const { t } = useLingui();
  const [isOpen, { toggle, close }] = useDisclosure();
  const [address, setAddress] = useState(email ?? phone ?? '');
  const sending = useMutation({
    mutationFn: () =>
      api.POST('/guests/{id}/credential', {
        params: { path: { id } },
        body: { to: address.includes('@') ? 'email' : 'sms', address, ...(password ? { password } : {}) },
      }),
  });
  return (
    <ButtonPopover label={t`Send`} isOpen={isOpen} toggle={toggle} close={close} position="bottom-start">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <Stack gap="xs">
          <TextInput
            label={t`E-mail address or telephone number`}
            required
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <Button type="submit" loading={sending.isPending}>
            <Trans>Send now</Trans>
          </Button>
          {sending.isSuccess && (
            <Text role="status">
              <Trans>It is being sent.</Trans>
            </Text>
          )}
          {sending.error && <ProblemNotice problem={sending.error} />}
        </Stack>
      </form>
    </ButtonPopover>
  );
}
