import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type LinkState = Api<'LinkPieceDto'>['state'];

/** The lower, the worse: states are told apart without their colours, too. */
export const looks = {
  connected: { colour: 'var(--mantine-color-green-6)', height: 100 },
  degraded: { colour: 'var(--mantine-color-yellow-6)', height: 80 },
  silent: { colour: 'var(--mantine-color-orange-6)', height: 60 },
  down: { colour: 'var(--mantine-color-red-6)', height: 40 },
  quarantined: { colour: 'var(--mantine-color-red-9)', height: 40 },
  paused: { colour: 'var(--mantine-color-gray-6)', height: 20 },
  setup: { colour: 'var(--mantine-color-gray-5)', height: 20 },
  disabled: { colour: 'var(--mantine-color-gray-5)', height: 20 },
} as const satisfies Record<LinkState, { colour: string; height: number }>;

export function useLinkWords(): Record<LinkState, string> {
  const { t } = useLingui();
  return {
    connected: t`Connected`,
    degraded: t`Degraded`,
    silent: t`Silent`,
    down: t`Down`,
    quarantined: t`Quarantined`,
    paused: t`Paused`,
    setup: t`Draft`,
    disabled: t`Off`,
  };
}
