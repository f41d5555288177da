import { i18n } from '@lingui/core';

/** Each in its own words. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  cs: 'Čeština',
} as const;

export type Language = keyof typeof languages;

const storedUnder = 'usher.language';

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && value in languages;
}

/** What was chosen in this browser, else what the browser asks for. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(storedUnder);
  if (isLanguage(chosen)) return chosen;
  const asked = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return asked ?? 'en';
}

/** How dates and numbers are written: as the browser has it for this language, en-GB or de-AT, say. */
export function regionOf(language: string): string {
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/** Loads the catalogue, and only then switches: no page is half in one language. */
export async function speak(language: Language): Promise<void> {
  const { messages } = await catalogues[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

/** Null: what the browser asks for. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  if (language === null) localStorage.removeItem(storedUnder);
  else localStorage.setItem(storedUnder, language);
  await speak(preferredLanguage());
}

type Catalogue = { messages: Parameters<typeof i18n.loadAndActivate>[0]['messages'] };

const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: () => import('../../locales/en.po'),
  de: () => import('../../locales/de.po'),
  fr: () => import('../../locales/fr.po'),
  es: () => import('../../locales/es.po'),
  it: () => import('../../locales/it.po'),
  cs: () => import('../../locales/cs.po'),
};
