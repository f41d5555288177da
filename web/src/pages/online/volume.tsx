import { useLingui } from '@lingui/react/macro';
import type { Online } from './online-records';

/** What came down and went up, as last reported. */
export function Volume({ session: { bytes_down, bytes_up } }: { readonly session: Online }) {
  const { i18n } = useLingui();
  if (bytes_down === null || bytes_up === null) return null;
  const megabytes = (bytes: number) =>
    i18n.number(bytes / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return `↓ ${megabytes(bytes_down)} ↑ ${megabytes(bytes_up)}`;
}
