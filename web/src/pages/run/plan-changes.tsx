import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { usePlanWords } from './plan-words';
import { plannedChanges, type PlanItem } from './run-records';

/** What would be other than it is, field by field. */
export function PlanChanges({ item }: { readonly item: Pick<PlanItem, 'before' | 'after'> }) {
  const { t } = useLingui();
  const { states } = usePlanWords();
  if (item.after === null && item.before !== null) return <Text size="sm">{t`Account ends`}</Text>;
  return plannedChanges(item).map(({ name, from, to }) => (
    <Text key={name} size="sm">
      {name === 'status' ? t`Status` : name}: <del>{states[from] ?? from}</del> → <ins>{states[to] ?? to}</ins>
    </Text>
  ));
}
