import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A measure as a person reads it: bytes and seconds in larger units, numbers by the language. */
export function useMeasure(measure: string): (value: number) => string {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return useCallback(
    (value: number) => {
      if (measure.endsWith('_octets')) {
        const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
        return written(locale, value / 1000 ** step, units[step]);
      }
      if (measure.endsWith('_seconds') && value >= 3600) return written(locale, value / 3600, 'hour');
      if (measure.endsWith('_seconds')) return written(locale, value / 60, 'minute');
      return new Intl.NumberFormat(locale).format(value);
    },
    [measure, locale],
  );
}

function written(locale: string, value: number, unit: string | undefined): string {
  const style = unit === undefined ? {} : ({ style: 'unit', unit, unitDisplay: 'short' } as const);
  return new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: 1 }).format(value);
}
