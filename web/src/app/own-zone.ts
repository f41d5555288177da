const storedUnder = 'usher.zone';

/** The operator's own time zone: as she chose, else as the browser says. */
export function ownZone(): string {
  return localStorage.getItem(storedUnder) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function chooseZone(zone: string | null): void {
  if (zone === null) localStorage.removeItem(storedUnder);
  else localStorage.setItem(storedUnder, zone);
}
