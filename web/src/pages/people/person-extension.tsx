import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/session';
import { ButtonPopover } from '../../parts/button-popover';
import { InstantInput } from '../../parts/form/instant-input';
import { TimeOfDayInput } from '../../parts/form/time-of-day-input';
import { ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { extend, type PersonDetail, withdrawExtension } from './people-records';

const hourMilliseconds = 3_600_000;

/** Later than access ends now, or than now. */
function laterThan(until: string | null, hours: number): string {
  return new Date(Math.max(Date.now(), until ? Date.parse(until) : 0) + hours * hourMilliseconds).toISOString();
}

/** Longer on the Wi-Fi than the outside system says; taken back while it lasts. */
export function PersonExtension({
  person: { id, kind, until, account, extension },
}: {
  readonly person: PersonDetail;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [isOpen, { toggle, close }] = useDisclosure();
  const [reason, setReason] = useState('');
  const [moment, setMoment] = useState('');
  const onSuccess = () => {
    close();
    return queryClient.invalidateQueries({ queryKey: ['guests'] });
  };
  const extending = useMutation({ mutationFn: (wanted: string) => extend(id, wanted, reason), onSuccess });
  const withdrawing = useMutation({ mutationFn: () => withdrawExtension(id), onSuccess });
  const mayWrite = useMay('guests:write');
  // Staff have access as long as their employer's system says; what has no end needs no extension.
  if (!mayWrite || !['stay', 'visit', 'user'].includes(kind) || (account && until === null)) return null;
  const problem = extending.error ?? withdrawing.error;
  return (
    <Stack gap="xs">
      {extension && (
        <Text>
          <Trans>
            Extended until <Time at={extension.until} />
          </Trans>
          {extension.reason && `: ${extension.reason}`}
        </Text>
      )}
      <Group>
        <ButtonPopover label={t`Extend`} isOpen={isOpen} toggle={toggle} close={close} position="bottom-start">
          <Stack gap="xs">
            <Button loading={extending.isPending} onClick={() => extending.mutate(laterThan(until, 3))}>
              <Trans>3 more hours</Trans>
            </Button>
            <Button loading={extending.isPending} onClick={() => extending.mutate(laterThan(until, 24))}>
              <Trans>1 more day</Trans>
            </Button>
            <TimeOfDayInput
              label={t`Until (time of day)`}
              description={t`Local time: today, or tomorrow if that time has passed.`}
              onChange={setMoment}
            />
            <InstantInput label={t`Or until`} value={moment} onChange={setMoment} />
            <TextInput
              label={t`Why`}
              maxLength={200}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Button
              variant="default"
              disabled={moment === ''}
              loading={extending.isPending}
              onClick={() => extending.mutate(moment)}
            >
              <Trans>Extend</Trans>
            </Button>
            {problem && <ProblemNotice problem={problem} />}
          </Stack>
        </ButtonPopover>
        {extension && (
          <Button variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
            <Trans>Remove extension</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  );
}
