import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { liveTopics } from './live-topics';
import { permits, useSession } from './session';

type State = 'live' | 'paused' | 'reconnecting';

/** Of a query whose answer holds records of several topics: `meta: { topics: [...] }`. */
function topicsOf(meta: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  return Array.isArray(meta?.topics) ? meta.topics : [];
}

/** At most one look a second, however much changes; the first one soon, when what was said together has come. */
const gatherMilliseconds = 1_000;
const soonMilliseconds = 100;
/**
 * What a page shows was read a moment before its stream opened. What happened in between is looked up when the page has
 * come to rest, not while it is still being drawn.
 */
const firstLookMilliseconds = 2_000;
/** A stream that was refused (no session any more, too many streams) is not opened again by the browser itself. */
const againMilliseconds = 5_000;

interface Change {
  readonly topic: string;
}

/**
 * Keeps what is shown up to date, by one stream of events a tab that names what changed. Paused, nothing on the page
 * moves; what changed meanwhile is counted.
 */
export default function Live() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const session = useSession();
  const { org } = useSearch({ from: '/shell' });
  const [state, setState] = useState<State>('reconnecting');
  const [isPaused, setPaused] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const [opened, setOpened] = useState(0);
  const pausedNow = useRef(false);
  pausedNow.current = isPaused;
  const heard = Object.entries(liveTopics)
    .filter(([, permission]) => permits(session?.permissions ?? [], permission))
    .map(([topic]) => topic)
    .join(',');
  useEffect(() => {
    if (heard === '') return undefined;
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lookedAt = 0;
    const readAnew = (names: readonly string[], readBefore = Infinity) =>
      // What is on its way was read before the change: it is asked for anew.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey, meta, state: { dataUpdatedAt } }) =>
          dataUpdatedAt <= readBefore && [queryKey[0], ...topicsOf(meta)].some((name) => names.includes(String(name))),
      });
    const look = () => {
      timer = undefined;
      lookedAt = Date.now();
      const names = [...changed];
      changed.clear();
      readAnew(names);
    };
    const gather = (names: readonly string[]) => {
      if (pausedNow.current) return setWaiting((count) => count + 1);
      for (const name of names) changed.add(name);
      timer ??= setTimeout(look, Math.max(soonMilliseconds, lookedAt + gatherMilliseconds - Date.now()));
    };
    const source = new EventSource(`${org ? `/organizations/${org}` : ''}/live?topics=${heard}`);
    let again: ReturnType<typeof setTimeout> | undefined;
    let first: ReturnType<typeof setTimeout> | undefined;
    source.addEventListener('ready', () => {
      setState('live');
      // What happened while there was no stream.
      if (first !== undefined || opened > 0) return gather(heard.split(','));
      const readyAt = Date.now();
      first = setTimeout(() => {
        if (pausedNow.current) setWaiting((count) => count + 1);
        else readAnew(heard.split(','), readyAt);
      }, firstLookMilliseconds);
    });
    source.addEventListener('change', ({ data }: MessageEvent<string>) => gather([(JSON.parse(data) as Change).topic]));
    source.addEventListener('reset', () => gather(heard.split(',')));
    source.addEventListener('error', () => {
      setState('reconnecting');
      if (source.readyState === EventSource.CLOSED)
        again = setTimeout(() => setOpened((count) => count + 1), againMilliseconds);
    });
    return () => {
      source.close();
      for (const each of [timer, again, first]) clearTimeout(each);
    };
  }, [heard, org, opened, queryClient]);
  if (heard === '') return null;
  const goOn = () => {
    setPaused(false);
    setWaiting(0);
    void queryClient.invalidateQueries();
  };
  if (isPaused)
    return (
      <Tooltip label={t`Shows changes and resumes`}>
        <Button variant="light" size="compact-sm" onClick={goOn}>
          {waiting > 0 ? <Trans>Paused, {waiting} new</Trans> : <Trans>Paused</Trans>}
        </Button>
      </Tooltip>
    );
  return (
    <Tooltip label={t`Pages update live. Pause to freeze them.`}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Box w={8} h={8} bg={state === 'live' ? 'green.6' : 'gray.6'} style={{ borderRadius: '50%' }} />}
        styles={{ section: { marginInlineEnd: 6 } }}
        onClick={() => setPaused(true)}
      >
        {state === 'live' ? <Trans>Live</Trans> : <Trans>Reconnecting</Trans>}
      </Button>
    </Tooltip>
  );
}
