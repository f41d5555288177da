import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, List, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import type { Api } from '../../api/types';
import { InstantInput } from '../../parts/form/instant-input';
import { ProblemNotice } from '../../parts/page-state';
import { useReasonWords } from '../login/login-words';
import { explain } from './policy-records';
import { SideDrawer } from '../../parts/side-drawer';

const methods = ['PAP', 'CHAP', 'MSCHAPv2', 'PEAP', 'EAP-TTLS', 'EAP-TLS', 'MAC'];

/** What would become of a sign-in, without anybody signing in. */
export function TestBench({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const form = useForm({ initialValues: { username: '', mac: '', ssid: '', client: '', auth_method: '', at: '' } });
  const asking = useMutation({
    mutationFn: explain,
    onError: (problem) => {
      if (problem instanceof ApiProblem) form.setErrors(problem.byField);
    },
  });
  const isBeside = asking.error instanceof ApiProblem && Object.keys(asking.error.byField).length > 0;
  return (
    <SideDrawer onClose={onClose} size="lg" title={t`Try a sign-in`}>
      <Stack>
        <form onSubmit={form.onSubmit((values) => asking.mutate(values))}>
          <Stack>
            <TextInput label={t`User name or voucher`} {...form.getInputProps('username')} />
            <TextInput label={t`MAC address of the device`} {...form.getInputProps('mac')} />
            <TextInput label={t`Wi-Fi name`} {...form.getInputProps('ssid')} />
            <TextInput label={t`Access point`} {...form.getInputProps('client')} />
            <Select label={t`Method`} clearable data={methods} {...form.getInputProps('auth_method')} />
            <InstantInput label={t`When`} {...form.getInputProps('at')} />
            <Button type="submit" loading={asking.isPending} style={{ alignSelf: 'flex-start' }}>
              <Trans>Try</Trans>
            </Button>
          </Stack>
        </form>
        {asking.error && !isBeside && <ProblemNotice problem={asking.error} />}
        {asking.data && <Outcome explanation={asking.data} />}
      </Stack>
    </SideDrawer>
  );
}

function Outcome({ explanation }: { readonly explanation: Api<'ExplanationDto'> }) {
  const { t } = useLingui();
  const words = useReasonWords();
  const { decision, reasons, matched, radius } = explanation;
  const isIn = decision === 'permit';
  return (
    <Alert color={isIn ? 'green' : 'red'} role="status" title={isIn ? t`Accepted` : t`Rejected`}>
      <Stack gap="xs">
        {reasons.map(({ code, detail }) => (
          <Text key={code}>{words[code] ?? detail}</Text>
        ))}
        {matched.length === 0 ? (
          <Text size="sm">
            <Trans>No policy matches.</Trans>
          </Text>
        ) : (
          <List size="sm">
            {matched.map(({ id, name, decisive }) => (
              <List.Item key={id} fw={decisive ? 700 : undefined}>
                {decisive ? <Trans>{name} decides</Trans> : name}
              </List.Item>
            ))}
          </List>
        )}
        {isIn && radius.length > 0 && (
          <List size="sm" ff="monospace">
            {radius.map(({ attribute, op, value }) => (
              <List.Item key={`${attribute}${value}`}>
                {attribute} {op} {value ?? '••••'}
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Alert>
  );
}
