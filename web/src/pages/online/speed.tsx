import { useLingui } from '@lingui/react/macro';
import type { Online } from './online-records';

/** How fast it was between the last two reports of the access point. */
export function Speed({
  session: { bits_per_second_down: down, bits_per_second_up: up },
}: {
  readonly session: Online;
}) {
  const { i18n } = useLingui();
  if (down === null || up === null) return null;
  const megabits = (bits: number) =>
    i18n.number(bits / 1_000_000, { style: 'unit', unit: 'megabit-per-second', maximumFractionDigits: 1 });
  return `↓ ${megabits(down)} ↑ ${megabits(up)}`;
}
