import { useLingui } from '@lingui/react/macro';
import { CloseButton, Group, Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonActions } from '../pages/people/person-actions';
import { PersonDevices } from '../pages/people/person-devices';
import { PersonExtension } from '../pages/people/person-extension';
import { PersonFacts } from '../pages/people/person-facts';
import { PersonTrouble } from '../pages/people/person-trouble';
import { GoneNotice, PageLoading, ProblemNotice } from '../parts/page-state';
import { shownGuest } from './desk-records';
import { SecretOnce } from '../parts/record/secret-once';
import { GuestPaper } from './guest-paper';

interface Props {
  readonly id: string;
  /** The password of a guest who was just made. */
  readonly made: string | undefined;
  readonly onClose: () => void;
}

/** Everything about one guest, and what is done for her. */
export default function GuestCard({ id, made, onClose }: Props) {
  const { t } = useLingui();
  const { data: guest, error, refetch } = useQuery(shownGuest(id));
  const [password, setPassword] = useState(made);
  if (!guest) {
    if (!error) return <PageLoading />;
    return <ProblemNotice problem={error} retry={() => void refetch()} />;
  }
  return (
    <Paper component="section" withBorder p="md" aria-label={t`The guest`}>
      <Stack>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2}>{guest.name ?? guest.account?.username}</Title>
          {/* On a narrow window there is a way back to the list instead. */}
          <CloseButton size="lg" visibleFrom="sm" onClick={onClose} />
        </Group>
        <GoneNotice problem={error} />
        <PersonFacts person={guest} />
        {made && password === made && <SecretOnce name={guest.account?.username ?? guest.name ?? ''} secret={made} />}
        {guest.account?.user_id && <PersonActions person={guest} onPassword={setPassword} />}
        {guest.account && <GuestPaper guest={guest} password={password} />}
        <PersonExtension person={guest} />
        <PersonTrouble trouble={guest.trouble} />
        <PersonDevices person={guest} />
      </Stack>
    </Paper>
  );
}
