import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { ProblemNotice } from '../../parts/page-state';
import { type OfWhat, sendDeliveryTest, type TestInput } from './settings-records';

/** One message as people would get it, with an account that does not exist. */
export function TestMessage({ of }: { readonly of: OfWhat }) {
  const { t } = useLingui();
  const [via, setVia] = useState<TestInput['via']>('email');
  const [to, setTo] = useState('');
  const sending = useMutation({ mutationFn: () => sendDeliveryTest(of, { via, to: to.trim() }) });
  const beside = sending.error instanceof ApiProblem ? sending.error.byField : {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <Stack maw={640}>
        <Title order={2} size="h3">
          <Trans>A test message</Trans>
        </Title>
        <Text size="sm">
          <Trans>Uses the saved settings and an account that does not exist.</Trans>
        </Text>
        <Group align="end">
          <Select
            label={t`Channel`}
            allowDeselect={false}
            data={[
              { value: 'email', label: t`E-mail` },
              { value: 'sms', label: t`SMS` },
            ]}
            value={via}
            onChange={(way) => setVia(way === 'sms' ? 'sms' : 'email')}
          />
          <TextInput
            label={t`Recipients`}
            value={to}
            error={beside.to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={sending.isPending}>
            <Trans>Send a test</Trans>
          </Button>
        </Group>
        {sending.error && !beside.to && <ProblemNotice problem={sending.error} />}
        <div role="status">
          {sending.data?.sent === true && <Trans>It was accepted and is being sent.</Trans>}
          {sending.data?.sent === false && <Text c="red">{sending.data.detail}</Text>}
        </div>
      </Stack>
    </form>
  );
}
