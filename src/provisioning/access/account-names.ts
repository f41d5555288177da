import { type Scope, textOf } from './record-scope.js';
import { fieldsIn, longestTemplate, render, Templates } from './template.js';
import { ascii } from './transliteration.js';
import { asciiName, cut, keyDigest, numbered, shortened, typeable, typeableKey } from './typeable.js';

/** Bytes of the User-Name attribute, and of User-Password. */
const [longestUsername, longestPassword] = [253, 128];
/**
 * Characters that any console can be expected to take: FreeRADIUS' own tables hold 64. A name made of a record's key,
 * which nobody types, is kept within them, with room for a suffix such as `-999`.
 */
const safeUsername = 64;
const longestKeyedUsername = safeUsername - 4;

export interface AccountName {
  readonly value: string;
  /** What earlier versions made of the same template, where that differs: an account that has such a name keeps it. */
  readonly former?: readonly string[];
}

/** Names and passwords of accounts, made so that they can be typed. */
class AccountNames {
  /** Whether the text in progress had to be changed. One is made at a time: nothing waits meanwhile. */
  private isChanged = false;
  private readonly templates = new Templates({
    longest: longestTemplate,
    ascii: (text) => this.changed(ascii(text), asciiName(text)),
    escape: (value) => this.typed(String(value ?? '')),
  });
  /** The record's key, in lower case. */
  private key = '';

  /** @throws TemplateProblem */
  make(template: string, scope: Scope, fit: (text: string) => string): AccountName {
    this.isChanged = false;
    const key = String(scope.key);
    this.key = key.toLowerCase();
    const text = this.templates.render(template, scope).trim();
    const value = fit(numbered(text, key, textOf(scope, 'room') !== null));
    if (!this.isChanged) return { value };
    const former = fit(render(template, scope).trim());
    return former === value ? { value } : { value, former: [former] };
  }

  /** A key that a filter of the template made typeable (`slug`) is intended: it needs no number. */
  private typed(text: string): string {
    return this.changed(text, text.toLowerCase() === this.key ? typeableKey(text) : typeable(text));
  }

  private changed(before: string, after: string): string {
    this.isChanged ||= before !== after;
    return after;
  }
}

const names = new AccountNames();

/** @throws TemplateProblem */
export function usernameFrom(template: string, scope: Scope): AccountName {
  const fit = (text: string) => shortened(text.normalize('NFC'), longestUsername);
  const name = names.make(template, scope, fit);
  if (name.value.length <= longestKeyedUsername || !fieldsIn(template).includes('key')) return name;
  const { value } = names.make(template, { ...scope, key: keyDigest(String(scope.key)) }, fit);
  return { value: withinKeyed(value), former: [name.value, ...(name.former ?? [])] };
}

/** The digest of the key may be cut off with the rest: that of the whole stands for both. */
function withinKeyed(name: string): string {
  if (name.length <= longestKeyedUsername) return name;
  const digest = keyDigest(name);
  return `${cut(name, longestKeyedUsername - digest.length - 1)}-${digest}`;
}

/** Why a console elsewhere may refuse the name; null: it has no reason that could be foreseen. */
export function doubtAbout(username: string): string | null {
  return username.length <= safeUsername
    ? null
    : `The console may refuse this name: it has ${username.length} characters, and many take at most ${safeUsername}`;
}

/** @throws TemplateProblem */
export function passwordFrom(template: string, scope: Scope): AccountName {
  return names.make(template, scope, (text) => cut(text, longestPassword));
}
