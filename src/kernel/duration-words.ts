import { Duration } from 'luxon';

/** `1 hour, 30 minutes`: to the second, in the words of a language. */
export function durationWords(seconds: number, language: string): string {
  const parts = Duration.fromObject({ seconds }).shiftTo('days', 'hours', 'minutes', 'seconds').toObject();
  const said = Object.fromEntries(Object.entries(parts).filter(([, count]) => count > 0));
  return Duration.fromObject(said, { locale: language }).toHuman();
}
