import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/client';
import { ApiProblem } from '../api/problem';
import { useRepeatable } from '../api/repeatable';
import type { Api } from '../api/types';
import { useMay, useSession } from '../app/session';
import { TimeOfDayInput } from '../parts/form/time-of-day-input';
import { nextAt } from '../parts/form/zone-clock';
import { ProblemNotice } from '../parts/page-state';
import { deskGroups } from './desk-records';
import { Dialog } from '../parts/dialog';

/** Somebody who is here now, with the password that this answer alone has. */
export interface MadeGuest {
  readonly id: string;
  readonly password: string;
}

const usualEnd = '18:00';

/** Somebody at the desk whom nobody announced: a name, a host, until when. */
export function NewVisitor({ onMade }: { readonly onMade: (guest: MadeGuest) => void }) {
  const [isOpen, { open, close }] = useDisclosure();
  const { t } = useLingui();
  const isTyped = useRef(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        <Trans>New visitor</Trans>
      </Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        hasTyped={() => isTyped.current}
        title={t`A visitor who was not expected`}
      >
        <VisitorForm
          onTyped={(isAny) => {
            isTyped.current = isAny;
          }}
          onMade={(guest) => {
            close();
            onMade(guest);
          }}
        />
      </Dialog>
    </>
  );
}

interface FormProps {
  readonly onMade: (guest: MadeGuest) => void;
  /** Hears whether there is something typed. */
  readonly onTyped: (isAny: boolean) => void;
}

function VisitorForm({ onMade, onTyped }: FormProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const zone = useSession()?.organization.time_zone ?? 'UTC';
  const mayWriteUsers = useMay('users:write');
  const mayReadGroups = useMay('user-groups:read');
  const groups = useQuery({ ...deskGroups, enabled: mayWriteUsers && mayReadGroups });
  const form = useForm({
    initialValues: {
      first_name: '',
      last_name: '',
      note: '',
      email: '',
      table_id: '',
      until: nextAt(usualEnd, zone, new Date()),
    },
  });
  const isTyped = form.isDirty();
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  const make = useRepeatable(
    async (body: Api<'NewGuestDto'>, headers) => (await api.POST('/guests', { body, headers })).data!,
  );
  const making = useMutation({
    mutationFn: ({ first_name, last_name, note, email, table_id, until }: typeof form.values) =>
      make({
        last_name,
        until,
        first_name: first_name || null,
        note: note || null,
        email: email || null,
        table_id: table_id || null,
      }),
    onSuccess: async (guest) => {
      await queryClient.invalidateQueries({ queryKey: ['guests'] });
      onMade(guest);
    },
    onError: (problem) => {
      if (problem instanceof ApiProblem) form.setErrors(problem.byField);
    },
  });
  const isElsewhere = making.error instanceof ApiProblem && Object.keys(making.error.byField).length > 0;
  return (
    <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
      <Stack gap="xs">
        <TextInput label={t`First name`} data-autofocus {...form.getInputProps('first_name')} />
        <TextInput label={t`Last name`} required {...form.getInputProps('last_name')} />
        <TextInput
          label={t`Host or note`}
          description={t`Only visible to your colleagues.`}
          {...form.getInputProps('note')}
        />
        <TextInput label={t`E-mail address`} type="email" {...form.getInputProps('email')} />
        <TimeOfDayInput
          label={t`Until (time of day)`}
          description={t`Local time: today, or tomorrow if that time has passed.`}
          required
          usual={usualEnd}
          error={form.errors.until}
          onChange={(until) => form.setFieldValue('until', until)}
        />
        {groups.data && groups.data.length > 0 && (
          <NativeSelect
            label={t`Group`}
            data={[{ value: '', label: t`None` }, ...groups.data.map(({ id, name }) => ({ value: id, label: name }))]}
            {...form.getInputProps('table_id')}
          />
        )}
        {making.error && !isElsewhere && <ProblemNotice problem={making.error} />}
        <Button type="submit" loading={making.isPending}>
          <Trans>Give access</Trans>
        </Button>
      </Stack>
    </form>
  );
}
