/** Steps of an axis that counts: there is no half a login. */
export const wholeSteps = Array.from({ length: 15 }, (_, zeros) => [1, 2, 5].map((step) => step * 10 ** zeros)).flat();

const daySeconds = 86_400;

/** What stands at an axis of time by the site's clock: the hour, and beneath it the day where one begins. */
export function momentsOf(seconds: readonly number[], step: number, locale: string, timeZone: string): string[] {
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    return seconds.map((each) => format.format(each * 1000));
  };
  const days = written({ day: 'numeric', month: 'short' });
  if (step >= daySeconds) return days;
  const hours = written({ hour: 'numeric', minute: '2-digit' });
  return hours.map((hour, place) => (days[place] === days[place - 1] ? hour : `${hour}\n${days[place]}`));
}
