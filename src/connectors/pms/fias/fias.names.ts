export interface Names {
  readonly lastName?: string;
  readonly firstName?: string;
  readonly title?: string;
}

const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'mx',
  'dr',
  'prof',
  'sir',
  'herr',
  'frau',
  'fam',
  'familie',
  'm.',
  'mme',
  'mlle',
  'sig',
  'sig.ra',
  'sra',
  'sr',
  'ing',
  'mag',
  'dkfm',
]);

/** What reception types while the name is unknown. */
const placeholder = /^(tba|tbc|tbd|n\.?n\.?|xxx+|no name|unknown|(guest|gast)[ -]*\d+)$/i;

/**
 * What a guest name contains is a setting of the hotel system: `Surname`, `Surname, Mr. First`, `Mr. Surname`, `First
 * Surname`. An empty name or a placeholder gives no last name.
 */
export function fiasNames(given: {
  readonly name?: string;
  readonly firstName?: string;
  readonly title?: string;
}): Names {
  const name = tidy(given.name ?? '');
  const comma = name.indexOf(',');
  const family = withoutTitles(comma < 0 ? name : name.slice(0, comma));
  const behind = withoutTitles(comma < 0 ? '' : name.slice(comma + 1).replaceAll(',', ' '));
  const firstName = withoutTitles(tidy(given.firstName ?? '')).rest || behind.rest;
  const title = tidy(given.title ?? '') || behind.title || family.title;
  const lastName = comma < 0 ? withoutFirstName(family.rest, firstName) : family.rest;
  return {
    ...(lastName && !placeholder.test(lastName) ? { lastName } : {}),
    ...(firstName ? { firstName } : {}),
    ...(title ? { title } : {}),
  };
}

function tidy(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Removes titles from both ends. The last remaining word is a name (Ing, Mag), unless it has a dot. */
function withoutTitles(text: string): { rest: string; title: string } {
  const words = tidy(text).split(' ').filter(Boolean);
  const taken: string[] = [];
  const goesOn = (word: string | undefined) =>
    word !== undefined && isTitle(word) && (words.length > 1 || word.endsWith('.'));
  while (goesOn(words[0])) taken.push(words.shift() ?? '');
  while (goesOn(words.at(-1))) taken.push(words.pop() ?? '');
  return { rest: words.join(' '), title: taken.join(' ') };
}

function isTitle(word: string): boolean {
  const plain = word.toLowerCase();
  return titles.has(plain) || titles.has(plain.replace(/\.$/, ''));
}

function withoutFirstName(name: string, firstName: string): string {
  const whole = name.toLowerCase();
  const first = firstName.toLowerCase();
  if (!first) return name;
  if (whole.startsWith(`${first} `)) return name.slice(first.length + 1);
  if (whole.endsWith(` ${first}`)) return name.slice(0, -first.length - 1);
  return name;
}
