import { type Scope, textOf } from './record-scope.js';
import { longestTemplate, render, Templates } from './template.js';
import { ascii } from './transliteration.js';
import { asciiName, cut, numbered, shortened, typeable, typeableKey } from './typeable.js';

/** Bytes of the User-Name attribute, and of User-Password. */
const [longestUsername, longestPassword] = [253, 128];

export interface AccountName {
  readonly value: string;
  /** The template's own result, if it differs: an account that has this name keeps it. */
  readonly former?: string;
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
    return former === value ? { value } : { value, former };
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
  return names.make(template, scope, (text) => shortened(text.normalize('NFC'), longestUsername));
}

/** @throws TemplateProblem */
export function passwordFrom(template: string, scope: Scope): AccountName {
  return names.make(template, scope, (text) => cut(text, longestPassword));
}
