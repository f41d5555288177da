import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Layout } from './print';

/** What lies in the printer of this desk; it is remembered here. */
export function usePaper() {
  return useLocalStorage<Layout>({ key: 'usher.desk.paper', defaultValue: 'a4', getInitialValueInEffect: false });
}

export function PaperChoice() {
  const { t } = useLingui();
  const [paper, choose] = usePaper();
  const words: Record<Layout, string> = {
    a4: t`A4 sheet`,
    receipt: t`Receipt, 80 mm`,
    badge: t`Badge, 62 × 100 mm`,
    card_85x54: t`Card, 85 × 54 mm`,
    label_89x36: t`Label, 89 × 36 mm`,
    label_89x28: t`Label, 89 × 28 mm`,
    label_54x25: t`Label, 54 × 25 mm`,
    label_90x29: t`Label, 90 × 29 mm`,
    label_62x29: t`Label, 62 × 29 mm`,
  };
  return (
    <NativeSelect
      aria-label={t`Paper`}
      maw={170}
      value={paper}
      data={Object.entries(words).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget }) => choose(currentTarget.value as Layout)}
    />
  );
}
