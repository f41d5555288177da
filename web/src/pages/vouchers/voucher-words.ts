import { useLingui } from '@lingui/react/macro';

export const voucherColours: Readonly<Record<string, string>> = {
  unused: 'blue',
  active: 'green',
  expired: 'gray',
  revoked: 'red',
};

export function useVoucherWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { unused: t`Unused`, active: t`In use`, expired: t`Expired`, revoked: t`Revoked` };
}

/** In hours, or in days where they are whole. */
export function useDurationWords(): (seconds: number | null) => string {
  const { t, i18n } = useLingui();
  return (seconds) => {
    if (seconds === null) return t`no limit`;
    const isDays = seconds % 86_400 === 0;
    const unit = isDays ? 'day' : 'hour';
    const value = isDays ? seconds / 86_400 : seconds / 3_600;
    return i18n.number(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
  };
}
