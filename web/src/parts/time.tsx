import { useLingui } from '@lingui/react/macro';
import { Tooltip } from '@mantine/core';
import { regionOf } from '../app/languages';
import { ownZone } from '../app/own-zone';
import { useSession } from '../app/session';

/** An instant as the site's clock shows it. */
export function useWrittenTime(): (at: string) => string {
  const { i18n } = useLingui();
  const timeZone = useSession()?.organization.time_zone;
  return (at) =>
    new Intl.DateTimeFormat(regionOf(i18n.locale), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
      new Date(at),
    );
}

/** An instant in the site's zone; one's own zone and UTC when pointed at; copied as ISO 8601. */
export function Time({ at }: { readonly at: string | null | undefined }) {
  const { i18n } = useLingui();
  const zone = useSession()?.organization.time_zone;
  if (!at) return null;
  const date = new Date(at);
  const written = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat(regionOf(i18n.locale), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(date);
  const own = ownZone();
  return (
    <Tooltip label={`${written(own)} ${own} · ${date.toISOString()}`}>
      <time dateTime={date.toISOString()}>{written(zone)}</time>
    </Tooltip>
  );
}

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "3 minutes": for how long something has been so. */
export function Lasting({ seconds }: { readonly seconds: number }) {
  const { i18n } = useLingui();
  const [unit, length] = steps.find(([, length]) => seconds >= length) ?? ['second', 1];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return <>{new Intl.NumberFormat(regionOf(i18n.locale), style).format(Math.trunc(seconds / length))}</>;
}

/** "3 minutes ago", with the whole instant when pointed at. */
export function Ago({ at, now = Date.now() }: { readonly at: string | null | undefined; readonly now?: number }) {
  const { i18n } = useLingui();
  if (!at) return null;
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const words = new Intl.RelativeTimeFormat(regionOf(i18n.locale), { numeric: 'auto' }).format(
    Math.trunc(seconds / length),
    unit,
  );
  return (
    <Tooltip label={new Date(at).toISOString()}>
      <time dateTime={at}>{words}</time>
    </Tooltip>
  );
}
