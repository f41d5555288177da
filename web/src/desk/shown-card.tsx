import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Center, Code, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../api/client';
import { ProblemNotice } from '../parts/page-state';
import { Time } from '../parts/time';
import { useCardNetwork } from './network-choice';
import { Dialog } from '../parts/dialog';

const QrCode = lazy(() => import('../pages/me/qr-code'));

/** The card on the screen, turned to the guest: her phone reads the code. */
export function ShownCard({ id, password }: { readonly id: string; readonly password: string | undefined }) {
  const { t } = useLingui();
  const network = useCardNetwork();
  const showing = useMutation({
    mutationFn: async () => {
      const body = { ...(password ? { password } : {}), ...(network ? { network } : {}) };
      return (await api.POST('/guests/{id}/card', { params: { path: { id } }, body })).data!;
    },
  });
  const card = showing.data;
  return (
    <>
      <Button variant="default" loading={showing.isPending} onClick={() => showing.mutate()}>
        <Trans>Show the Wi-Fi card</Trans>
      </Button>
      {showing.error && <ProblemNotice problem={showing.error} />}
      <Dialog opened={card !== undefined} onClose={() => showing.reset()} title={t`Wi-Fi`} size="lg" centered>
        {card && (
          <Stack align="center" ta="center">
            {card.code && (
              <Center>
                <Suspense fallback={null}>
                  <QrCode text={card.code} label={t`QR code to join the Wi-Fi`} />
                </Suspense>
              </Center>
            )}
            {card.ssid && <Text size="xl">{card.ssid}</Text>}
            <Text>
              <Trans>User name</Trans> <Code fz="xl">{card.username}</Code>
            </Text>
            {card.password ? (
              <Text>
                <Trans>Password</Trans> <Code fz="xl">{card.password}</Code>
              </Text>
            ) : (
              <Text>
                <Trans>The password can no longer be recovered: set a new one.</Trans>
              </Text>
            )}
            {card.until && (
              <Text c="dimmed">
                <Trans>
                  Until <Time at={card.until} />
                </Trans>
              </Text>
            )}
          </Stack>
        )}
      </Dialog>
    </>
  );
}
