import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client';
import { sessionQuery, useSession } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { useProof } from './proof-fields';

const QrCode = lazy(() => import('./qr-code'));

/** A second proof at sign-in: switched on with a first code, off with the password and a code. */
export function Codes() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const isOn = useSession()?.totp === 1;
  const { proof, fields, clear, isReady, refused } = useProof();
  const [code, setCode] = useState('');
  const known = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  const offering = useMutation({
    mutationFn: async () => (await api.POST('/sessions/current/totp', { body: proof })).data!,
    onSuccess: clear,
    onError: refused,
  });
  const confirming = useMutation({
    mutationFn: async () => (await api.POST('/sessions/current/totp/confirm', { body: { totp: code } })).data!,
    onSuccess: () => {
      offering.reset();
      setCode('');
      return known();
    },
  });
  const removing = useMutation({
    mutationFn: () => api.POST('/sessions/current/totp/remove', { body: proof }),
    onSuccess: () => {
      clear();
      confirming.reset();
      return known();
    },
    onError: refused,
  });
  const offer = offering.data;
  const problem = offering.error ?? confirming.error ?? removing.error;
  const submit = () => (offer ? confirming.mutate() : isOn ? removing.mutate() : offering.mutate());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack maw={400}>
        <Text>{isOn ? <Trans>On: a code is required to sign in.</Trans> : <Trans>Off.</Trans>}</Text>
        {confirming.data && (
          <Alert color="green" role="status" title={t`Save these recovery codes. They are shown only once`}>
            <Text size="sm">
              <Trans>Each works once in place of a code, if you lose the device.</Trans>
            </Text>
            <Code block tabIndex={0}>
              {confirming.data.recovery_codes.join('\n')}
            </Code>
          </Alert>
        )}
        {offer ? (
          <>
            <Text size="sm">
              <Trans>Scan this with the app, or type in the secret, then enter the code it shows.</Trans>
            </Text>
            <Suspense fallback={null}>
              <QrCode text={offer.otpauth_uri} label={t`QR code of the secret`} />
            </Suspense>
            <Code>{offer.secret}</Code>
            <TextInput
              label={t`Code`}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              value={code}
              onChange={({ currentTarget: { value } }) => setCode(value)}
            />
          </>
        ) : (
          fields
        )}
        {problem && <ProblemNotice problem={problem} />}
        {(offer || isReady) && (
          <Button
            type="submit"
            variant={isOn ? 'outline' : 'filled'}
            loading={offering.isPending || confirming.isPending || removing.isPending}
            style={{ alignSelf: 'flex-start' }}
          >
            {offer ? (
              <Trans>Confirm the code</Trans>
            ) : isOn ? (
              <Trans>Disable two-factor authentication</Trans>
            ) : (
              <Trans>Enable two-factor authentication</Trans>
            )}
          </Button>
        )}
      </Stack>
    </form>
  );
}
