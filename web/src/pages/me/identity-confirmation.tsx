import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery, signInByPasskey, useSession } from '../../app/session';
import { type OfferedProvider, useOfferedProviders } from '../../app/sign-in/offered-providers';
import { ProblemNotice } from '../../parts/page-state';
import { Dialog } from '../../parts/dialog';

/** For whoever has no password to type once more: by a passkey here, or at the provider, which asks afresh. */
export function IdentityConfirmation() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const session = useSession();
  const [isOpen, { open, close }] = useDisclosure();
  const { providers } = useOfferedProviders(session?.organization_id);
  const byPasskey = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      close();
    },
  });
  const mayUsePasskey = 'credentials' in navigator && session?.single_sign_on_required !== 1;
  return (
    <>
      <Text size="sm">
        <Trans>You have no password here. Confirm your identity first.</Trans>
      </Text>
      <Group>
        <Button variant="default" aria-haspopup="dialog" onClick={open}>
          <Trans>Confirm your identity</Trans>
        </Button>
      </Group>
      <Dialog opened={isOpen} onClose={close} title={t`Confirm your identity`}>
        <Stack>
          <Text size="sm">
            <Trans>A session left open must not be enough for this. It counts for 10 minutes.</Trans>
          </Text>
          {providers.map((provider) => (
            <Button key={provider.id} variant="default" component="a" href={addressOf(provider)}>
              {t`Sign in with ${provider.name}`}
            </Button>
          ))}
          {mayUsePasskey && (
            <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
              <Trans>Sign in with a passkey</Trans>
            </Button>
          )}
          {byPasskey.error && <ProblemNotice problem={byPasskey.error} />}
        </Stack>
      </Dialog>
    </>
  );
}

/** By way of the provider, which asks afresh, back to this page. */
function addressOf({ id, organizationId }: OfferedProvider): string {
  const to = window.location.pathname + window.location.search;
  const query = new URLSearchParams({ organization: organizationId, provider: id, fresh: 'true', to });
  return `/console/sign-in?${query}`;
}
