import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../parts/form/form-field';

/** When somebody has to decide, and when it asks of itself. */
export function useLimitFields(): readonly FormField[] {
  const { t } = useLingui();
  const example = '17 4 * * *';
  const cron = {
    kind: 'text',
    example,
    description: t`A cron line of five fields, as ${example}. Empty: never.`,
  } as const;
  return [
    {
      name: 'safety.max_removals',
      section: t`Limits`,
      label: t`Maximum removals at once`,
      description: t`If more would be affected, somebody has to approve it.`,
      kind: 'number',
    },
    {
      name: 'safety.max_removals_percent',
      label: t`Maximum removals at once (%)`,
      kind: 'number',
    },
    { name: 'safety.max_endings', label: t`Maximum leavers at once`, kind: 'number' },
    {
      name: 'safety.max_endings_percent',
      label: t`Maximum leavers at once (%)`,
      kind: 'number',
    },
    { name: 'schedule.full', section: t`Times`, label: t`Full sync`, ...cron },
    { name: 'schedule.incremental', label: t`Check for changes`, ...cron },
    { name: 'schedule.drift', label: t`Compare accounts`, ...cron },
  ];
}
