import { expect, test } from '@jest/globals';
import { providerMail, resetLanguageOf, resetLanguages, resetMail } from './reset-mail.js';

const address = 'https://wifi.example.com';
const operator = { name: 'Eva <b>', organizationId: 'o1' };
const greetings = {
  en: 'Hello Eva <b>,',
  de: 'Guten Tag Eva <b>,',
  fr: 'Bonjour Eva <b>,',
  es: 'Hola, Eva <b>:',
  it: 'Buongiorno Eva <b>,',
  cs: 'Dobrý den, Eva <b>,',
};

test.each(resetLanguages)('in %s: greeted by name, with the link alone where the address is known', (language) => {
  const linked = resetMail(language, 't0ken', address, operator);
  expect(linked.text.split('\n')[0]).toBe(greetings[language]);
  expect(linked.text).toContain(`\n${address}/console/reset#t0ken\n`);
  expect(linked.html).toContain(`<html lang="${language}">`);
  expect(linked.html).not.toContain('<b>');
  const bare = resetMail(language, 't0ken', null, operator);
  expect(bare.text).toContain('/console/reset');
  expect(bare.text).toContain('\nt0ken\n');
  expect(bare.text).not.toMatch(/https?:/);
});

test.each(resetLanguages)('in %s: who signs in by a provider is led to it, and gets no code', (language) => {
  const { text } = providerMail(language, address, operator);
  expect(text.split('\n')[0]).toBe(greetings[language]);
  expect(text).toContain(`\n${address}/console/sign-in?organization=o1\n`);
  expect(providerMail(language, null, operator).text).not.toContain('http');
});

test.each([
  ['cs-CZ,en;q=0.5', 'cs'],
  ['ja, it;q=0.8, de;q=0.7', 'it'],
  ['ja', 'en'],
  [undefined, 'en'],
])('a browser that asks for %s gets %s', (accepted, language) => {
  expect(resetLanguageOf(accepted)).toBe(language);
});
