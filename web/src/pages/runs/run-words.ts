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
    mode: {
      full: t`Full list`,
      incremental: t`What changed`,
      access: t`Access rules changed`,
      drift: t`Account comparison`,
      endings: t`Departures on hold`,
    } satisfies Record<Run['mode'], string>,
  };
}
