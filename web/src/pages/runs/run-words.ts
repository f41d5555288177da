import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Run = Api<'RunDto'>;

export const runColours = {
  queued: 'gray',
  running: 'blue',
  held: 'orange',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
  rejected: 'gray',
} as const satisfies Record<Run['status'], string>;

export function useRunWords() {
  const { t } = useLingui();
  return {
    status: {
      queued: t`Queued`,
      running: t`Running`,
      held: t`Needs approval`,
      done: t`Done`,
      failed: t`Failed`,
      cancelled: t`Cancelled`,
      rejected: t`Rejected`,
    } satisfies Record<Run['status'], string>,
    waitsFor: {
      connection_disabled: t`It waits until its connection is enabled.`,
      connection_paused: t`It waits until its connection is resumed.`,
      connection_quarantined: t`It waits until the problem of its connection is solved.`,
      run_in_progress: t`It waits for the run in progress.`,
      link: t`It waits for the link to the system.`,
    } satisfies Record<NonNullable<Run['waits_for']>, string>,
    mode: {
      full: t`Full list`,
      incremental: t`What changed`,
      access: t`Access rules changed`,
      drift: t`Account comparison`,
      endings: t`Departures on hold`,
    } satisfies Record<Run['mode'], string>,
  };
}
