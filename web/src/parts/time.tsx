import { useLingui } from '@lingui/react/macro';
import { Tooltip } from '@mantine/core';
import { type PropsWithChildren, useRef, useState } from 'react';
import { regionOf } from '../app/languages';
import { ownZone } from '../app/own-zone';
import { useSession } from '../app/session';

/** One for each language and zone: to make one takes as long as a row of a list. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(language: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`;
  const known = clocks.get(key);
  if (known) return known;
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  const made = new Intl.DateTimeFormat(regionOf(language), style);
  clocks.set(key, made);
  return made;
}

/** An instant as the site's clock shows it. */
export function useWrittenTime(): (at: string) => string {
  const { i18n } = useLingui();
  const timeZone = useSession()?.organization.time_zone;
  return (at) => clockOf(i18n.locale, timeZone).format(new Date(at));
}

/** An instant in the site's zone; one's own zone and UTC when pointed at; copied as ISO 8601. */
export function Time({ at }: { readonly at: string | null | undefined }) {
  const { i18n } = useLingui();
  const zone = useSession()?.organization.time_zone;
  if (!at) return null;
  const date = new Date(at);
  const told = () => {
    const own = ownZone();
    return `${clockOf(i18n.locale, own).format(date)} ${own} · ${date.toISOString()}`;
  };
  return (
    <Instant at={date} told={told}>
      {clockOf(i18n.locale, zone).format(date)}
    </Instant>
  );
}

interface InstantProps {
  readonly at: Date;
  readonly told: () => string;
}

/** What is told when it is pointed at is made then: a list has a hundred of them. */
function Instant({ at, told, children }: PropsWithChildren<InstantProps>) {
  const [isPointedAt, setPointedAt] = useState(false);
  const element = useRef<HTMLTimeElement>(null);
  return (
    <>
      <time
        ref={element}
        dateTime={at.toISOString()}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
      >
        {children}
      </time>
      {isPointedAt && <Tooltip target={element} opened label={told()} />}
    </>
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

const relatives = new Map<string, Intl.RelativeTimeFormat>();

function relativeTo(language: string): Intl.RelativeTimeFormat {
  const known = relatives.get(language) ?? new Intl.RelativeTimeFormat(regionOf(language), { numeric: 'auto' });
  relatives.set(language, known);
  return known;
}

/** "3 minutes ago", with the whole instant when pointed at. */
export function Ago({ at, now = Date.now() }: { readonly at: string | null | undefined; readonly now?: number }) {
  const { i18n } = useLingui();
  if (!at) return null;
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const words = relativeTo(i18n.locale).format(Math.trunc(seconds / length), unit);
  return (
    <Instant at={new Date(at)} told={() => new Date(at).toISOString()}>
      {words}
    </Instant>
  );
}
