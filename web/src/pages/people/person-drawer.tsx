import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import { GoneNotice, PageLoading, ProblemNotice } from '../../parts/page-state';
import { type PersonDetail, personRecord } from './people-records';
import { PersonActions } from './person-actions';
import { PersonDevices } from './person-devices';
import { PersonExtension } from './person-extension';
import { PersonFacts } from './person-facts';
import { PersonTrouble } from './person-trouble';
import { SideDrawer } from '../../parts/side-drawer';

/** One person at a glance, and what a reception does for her. */
export function PersonDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(personRecord(id));
  return (
    <SideDrawer onClose={onClose} size="lg" title={data ? (data.name ?? data.account?.username) : t`Person`}>
      {data ? (
        <Stack>
          <GoneNotice problem={error} />
          <Detail person={data} />
        </Stack>
      ) : error ? (
        <ProblemNotice problem={error} retry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
    </SideDrawer>
  );
}

function Detail({ person }: { readonly person: PersonDetail }) {
  const mayErase = useMay('privacy:write');
  return (
    <Stack>
      <PersonFacts person={person} />
      {person.account?.user_id && <PersonActions person={person} />}
      <PersonExtension person={person} />
      <PersonTrouble
        trouble={person.trouble}
        why={(id, words) => (
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => <Link to="/logins/$id" params={{ id }} {...props} />}
          >
            {words}
          </Anchor>
        )}
      />
      <PersonDevices person={person} />
      <Group justify="space-between">
        <Group>
          <Anchor renderRoot={(props) => <Link to="/people/$id" params={{ id: person.id }} {...props} />}>
            <Trans>Timeline</Trans>
          </Anchor>
          {mayErase && person.kind !== 'user' && (
            <Anchor renderRoot={(props) => <Link to="/privacy" search={{ record: person.id }} {...props} />}>
              <Trans>Export or erase data</Trans>
            </Anchor>
          )}
        </Group>
        <AsCurl path={`/guests/${person.id}`} />
      </Group>
    </Stack>
  );
}
