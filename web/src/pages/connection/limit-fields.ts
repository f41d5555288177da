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
      label: t`People who may lose access at once`,
      description: t`When it would be more, somebody has to approve it.`,
      kind: 'number',
    },
    {
      name: 'safety.max_removals_percent',
      label: t`Per cent of people who may lose access at once`,
      kind: 'number',
    },
    { name: 'safety.max_endings', label: t`People who may be reported as leavers at once`, kind: 'number' },
    {
      name: 'safety.max_endings_percent',
      label: t`Per cent of people who may be reported as leavers at once`,
      kind: 'number',
    },
    { name: 'schedule.full', section: t`Times`, label: t`Reads everything`, ...cron },
    { name: 'schedule.incremental', label: t`Asks for changes`, ...cron },
    { name: 'schedule.drift', label: t`Compares accounts`, ...cron },
  ];
}
