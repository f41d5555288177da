/** `2026-11-23T09:30`, as the zone's clock shows this instant. */
export function clockOf(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
  return parts.replace(' ', 'T');
}

/** When the zone's clock shows this; of two such times in autumn the first, of none in spring the one an hour later. */
export function instantOf(clock: string, timeZone: string): string {
  const shown = Date.parse(`${clock}Z`);
  const offsetAt = (time: number) => Date.parse(`${clockOf(new Date(time).toISOString(), timeZone)}Z`) - time;
  const offsets = [offsetAt(shown - 86_400_000), offsetAt(shown + 86_400_000)];
  const fitting = offsets.map((offset) => shown - offset).find((time) => time + offsetAt(time) === shown);
  return new Date(fitting ?? shown - offsets[0]!).toISOString();
}

/** When the clock of this zone shows this time next. */
export function nextAt(time: string, timeZone: string, now: Date): string {
  const today = instantOf(`${clockOf(now.toISOString(), timeZone).slice(0, 10)}T${time}`, timeZone);
  if (Date.parse(today) > now.getTime()) return today;
  // A day later by the clock: by noon, no change of the clock makes it another date.
  const noon = new Date(`${clockOf(now.toISOString(), timeZone).slice(0, 10)}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + 1);
  return instantOf(`${noon.toISOString().slice(0, 10)}T${time}`, timeZone);
}
