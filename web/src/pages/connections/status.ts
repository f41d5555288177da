import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

type Status = Api<'ConnectionDto'>['status'];

export const colours = {
  active: 'green',
  testing: 'blue',
  setup: 'gray',
  paused: 'yellow',
  quarantined: 'red',
  disabled: 'gray',
} as const satisfies Record<Status, string>;

export function useConnectionWords(): Record<Status, string> {
  const { t } = useLingui();
  return {
    active: t`Active`,
    testing: t`Testing`,
    setup: t`Draft`,
    paused: t`Paused`,
    quarantined: t`Quarantined`,
    disabled: t`Off`,
  };
}
