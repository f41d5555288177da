import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Button, Chip, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AsCurl } from '../../parts/as-curl';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { type PersonDetail, personRecord } from '../people/people-records';
import { PersonActions } from '../people/person-actions';
import { useStatusWords } from '../people/person-words';
import { ChosenEntry } from './chosen-entry';
import { EntryList } from './entry-list';
import { useLaneWords } from './entry-words';
import { OutsideRecord } from './outside-record';
import { LanesPicture } from './lanes-picture';
import type { PersonSearch, Zoom } from './search';
import { spanOf } from './scale';
import { allLanes, inOrder, olderThan, timelinePath, timelineQuery } from './timeline-records';

const route = getRouteApi('/shell/people/$id');

export const askFirst = async (queryClient: QueryClient, { before }: PersonSearch, { id }: { readonly id: string }) => {
  const person = await queryClient.fetchQuery(personRecord(id));
  const { placeholderData: _, ...timeline } = timelineQuery(person, before);
  await queryClient.prefetchQuery(timeline);
};

/** A person or a stay: what was said, what followed from it, and what will happen if nothing else does. */
export function PersonPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(personRecord(id));
  if (!data) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  return (
    <Stack>
      <Heading person={data} />
      <Group align="flex-start">
        {data.account?.user_id && <PersonActions person={data} />}
        {data.connection && <OutsideRecord id={id} connection={data.connection.name} />}
      </Group>
      <PersonTimeline person={data} />
    </Stack>
  );
}

function Heading({ person }: { readonly person: PersonDetail }) {
  const words = useStatusWords();
  const devices = person.online?.devices ?? 0;
  return (
    <Stack gap="xs">
      <Anchor size="sm" renderRoot={(props) => <Link to="/people" search={{}} {...props} />}>
        <Trans>People</Trans>
      </Anchor>
      <Group justify="space-between">
        <Group>
          <Title order={1}>{person.name ?? person.account?.username ?? person.email}</Title>
          <Badge variant="dot">{words[person.status]}</Badge>
          {devices > 0 && (
            <Badge color="green" variant="dot">
              <Plural value={devices} one="Online with # device" other="Online with # devices" />
            </Badge>
          )}
          {person.account?.disabled === 1 && (
            <Badge color="red" variant="dot">
              <Trans>Blocked</Trans>
            </Badge>
          )}
        </Group>
        <AsCurl path={timelinePath(person)} />
      </Group>
    </Stack>
  );
}

function PersonTimeline({ person }: { readonly person: PersonDetail }) {
  const { t } = useLingui();
  const laneWords = useLaneWords();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(timelineQuery(person, search.before));
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const without = new Set(search.without?.split(','));
  const lanes = data.lanes.filter((lane) => !without.has(lane));
  const entries = inOrder(data, (lane) => lanes.includes(lane));
  const now = Date.parse(data.now);
  const zoom = search.zoom ?? 'all';
  const chosen = entries.find(({ id }) => id === search.entry);
  const older = olderThan(data);
  const choose = (entry: string | undefined): void =>
    void navigate({ search: (rest) => ({ ...rest, entry }), replace: true });
  const leaveOut = (shown: readonly string[]): void => {
    const left = data.lanes.filter((lane) => !shown.includes(lane)).join(',');
    void navigate({ search: (rest) => ({ ...rest, without: left || undefined }) });
  };
  return (
    <Stack>
      <Group justify="space-between">
        <Chip.Group multiple value={[...lanes]} onChange={leaveOut}>
          <Group gap="xs" role="group" aria-label={t`Shown lanes`}>
            {allLanes
              .filter((lane) => data.lanes.includes(lane))
              .map((lane) => (
                <Chip key={lane} value={lane} size="xs" variant="outline" color="dark">
                  {laneWords[lane]}
                </Chip>
              ))}
          </Group>
        </Chip.Group>
        <SegmentedControl
          aria-label={t`Period`}
          value={zoom}
          onChange={(value) => void navigate({ search: (rest) => ({ ...rest, zoom: value as Zoom }) })}
          data={[
            { value: 'day', label: t`Today` },
            { value: 'all', label: t`Everything` },
          ]}
        />
      </Group>
      <LanesPicture
        lanes={lanes}
        entries={entries}
        span={spanOf(entries, now, zoom)}
        now={now}
        chosen={chosen}
        onChoose={({ id }) => choose(id)}
      />
      {chosen && <ChosenEntry entry={chosen} onClose={() => choose(undefined)} />}
      {data.hidden_lanes.length > 0 && (
        <Text c="dimmed" size="sm">
          <Trans>Your role does not include: {data.hidden_lanes.map((lane) => laneWords[lane]).join(', ')}.</Trans>
        </Text>
      )}
      <EntryList entries={entries} now={now} chosen={chosen} onChoose={choose} />
      <Group>
        {search.before && (
          <Button
            variant="default"
            onClick={() => void navigate({ search: (rest) => ({ ...rest, before: undefined }) })}
          >
            <Trans>Newest</Trans>
          </Button>
        )}
        {older && (
          <Button variant="default" onClick={() => void navigate({ search: (rest) => ({ ...rest, before: older }) })}>
            <Trans>Older</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  );
}
