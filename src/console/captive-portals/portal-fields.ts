import { prose, type Reader, readText, Wrong } from '../../http/body/readers.js';
import { contrastWithPage, leastOfControls } from './contrast.js';
import { portalLanguages } from './portal-languages.js';

const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const longestTerms = 50_000;

export function slugText(value: unknown): unknown {
  return typeof value === 'string' && slugForm.test(value)
    ? value
    : new Wrong('must have 1 to 63 lower-case letters, digits and dashes, none of them a dash at an end');
}

/** A button of that colour must be visible on the page. Its text is white or black, whichever reads better. */
export function colour(value: unknown): unknown {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return new Wrong('must be a colour such as #1a73e8');
  const ratio = contrastWithPage(value);
  return ratio >= leastOfControls
    ? value.toLowerCase()
    : new Wrong(
        `is too light for buttons on a white page: its contrast is ${ratio.toFixed(1)}, at least ` +
          `${leastOfControls} is needed. Take a darker one`,
      );
}

/** Some of the languages, each once. None means all. */
export function languages(value: unknown): unknown {
  const isRight =
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((each) => (portalLanguages as readonly unknown[]).includes(each));
  return isRight ? value : new Wrong(`must be a list of some of ${portalLanguages.join(', ')}, each once`);
}

/** An object with a value for each of some languages. Null removes one. */
export function byLanguage(read: Reader): Reader {
  return (value) => {
    if (value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value)) return new Wrong('must be an object');
    const entries: Record<string, unknown> = {};
    for (const [language, wanted] of Object.entries(value as object)) {
      if (!(portalLanguages as readonly string[]).includes(language))
        return new Wrong(`has no language ${language.slice(0, 20)}. Known are: ${portalLanguages.join(', ')}`);
      if (wanted === null) continue;
      const entry = read(wanted);
      if (entry instanceof Wrong) return new Wrong(entry.detail, `/${language}${entry.at}`);
      entries[language] = entry;
    }
    return entries;
  };
}

const readVersion = readText(64);
const readTermsTexts = byLanguage(prose(longestTerms));

/** `{version, texts}`: both are required, with a text in at least one language. */
export function terms(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Wrong('must be an object with version and texts');
  const { version, texts, ...others } = value as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) return new Wrong(`has no entry ${other.slice(0, 64)}. Known are: version, texts`);
  const readTexts = readTermsTexts(texts);
  const isEmpty = !(readTexts instanceof Wrong) && Object.values(readTexts as object).every((text) => text === null);
  const read = { version: readVersion(version), texts: isEmpty ? new Wrong('must hold a text') : readTexts };
  for (const [name, part] of Object.entries(read))
    if (part instanceof Wrong) return new Wrong(part.detail, `/${name}${part.at}`);
  return read;
}
