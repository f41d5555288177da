import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { Time } from '../../parts/time';
import { authoritiesQuery, type Authority, leftOf, makeSuccessor, retire } from './certificate-records';

/** The authority that issues, and the way from one to the next. */
export function Succession() {
  const { t } = useLingui();
  const mayWrite = useMay('certificates:write');
  const queryClient = useQueryClient();
  const { data } = useQuery(authoritiesQuery);
  const again = () => queryClient.invalidateQueries({ queryKey: ['certificates'] });
  const issuing = data?.find(({ status }) => status === 'issuing');
  const trusted = data?.find(({ status }) => status === 'trusted');
  if (!issuing) return null;
  return (
    <Paper withBorder p="md" mb="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          <Trans>The authority</Trans>
        </Title>
        <Text style={{ overflowWrap: 'anywhere' }}>{issuing.subject}</Text>
        <Text>
          <Trans>
            It issues new certificates and is valid until <Time at={issuing.expires_at} />.
          </Trans>
        </Text>
        {trusted ? (
          <Old authority={trusted} mayWrite={mayWrite} again={again} />
        ) : (
          mayWrite && (
            <Group>
              <ConfirmButton
                label={t`Create a successor`}
                question={t`Replace this authority?`}
                consequence={t`The successor issues all new certificates. Existing certificates stay valid.`}
                run={async () => {
                  await makeSuccessor();
                  await again();
                }}
                button={{ color: undefined, variant: 'default' }}
              />
            </Group>
          )
        )}
      </Stack>
    </Paper>
  );
}

interface OldProps {
  readonly authority: Authority;
  readonly mayWrite: boolean;
  readonly again: () => Promise<unknown>;
}

function Old({ authority: { id }, mayWrite, again }: OldProps) {
  const { t } = useLingui();
  const { data: left } = useQuery(leftOf(id));
  if (left === undefined) return null;
  return (
    <Stack gap="xs">
      <Text fw={600}>
        <Trans>The authority is being replaced</Trans>
      </Text>
      <Text>
        {left > 0 ? (
          <Trans>
            {left} clients still use a certificate of the old authority: issue new ones.{' '}
            <Anchor
              underline="always"
              renderRoot={(props) => (
                <Link to="/certificates" search={{ q: `authority_id:${id} status:valid purpose:client` }} {...props} />
              )}
            >
              Show them
            </Anchor>
          </Trans>
        ) : (
          <Trans>No clients use the old authority any more. You can retire it.</Trans>
        )}
      </Text>
      {mayWrite && left === 0 && (
        <Group>
          <ConfirmButton
            label={t`Retire the old authority`}
            question={t`Permanently retire the old authority?`}
            consequence={t`Devices with a profile older than the new authority will no longer trust the servers.`}
            word="retire"
            run={async () => {
              await retire(id);
              await again();
            }}
          />
        </Group>
      )}
    </Stack>
  );
}
