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
            It signs what is issued now, and is valid until <Time at={issuing.expires_at} />.
          </Trans>
        </Text>
        {trusted ? (
          <Old authority={trusted} mayWrite={mayWrite} again={again} />
        ) : (
          mayWrite && (
            <Group>
              <ConfirmButton
                label={t`Make a successor`}
                question={t`Begin a succession?`}
                consequence={t`The successor signs what is issued from now on; certificates of today stay good.`}
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
        <Trans>A succession is under way</Trans>
      </Text>
      <Text>
        {left > 0 ? (
          <Trans>
            {left} clients still hold a certificate of the old authority: give them new ones.{' '}
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
          <Trans>No client holds a certificate of the old authority any more: it can be retired.</Trans>
        )}
      </Text>
      {mayWrite && left === 0 && (
        <Group>
          <ConfirmButton
            label={t`Retire the old authority`}
            question={t`Retire the old authority for good?`}
            consequence={t`Devices whose profile is older than the successor no longer accept the servers.`}
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
