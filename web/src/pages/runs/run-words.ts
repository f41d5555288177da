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
      queued: t`Waits its turn`,
      running: t`At work`,
      held: t`Waits for approval`,
      done: t`Done`,
      failed: t`Failed`,
      cancelled: t`Cancelled`,
      rejected: t`Rejected`,
    } satisfies Record<Run['status'], string>,
    mode: {
      full: t`Full list`,
      incremental: t`What changed`,
      access: t`Access anew`,
      drift: t`Comparison of accounts`,
      endings: t`Departures held back`,
    } satisfies Record<Run['mode'], string>,
  };
}
