import { isMailbox } from '../../kernel/mailbox.js';
import { type Scope, textOf } from './record-scope.js';

/** A console's limits: characters, also of an address and a telephone number. */
const [longestName, longestEmail, longestPhone] = [200, 254, 64];

export interface Person {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export const nobody: Person = { firstName: null, lastName: null, email: null, phone: null };

/**
 * The person of an account, within a console's limits: a name that is too long is cut; half an address or number is
 * dropped.
 */
export function personIn(scope: Scope): Person {
  return {
    firstName: nameIn(scope, 'first_name'),
    lastName: nameIn(scope, 'last_name'),
    email: mailboxIn(scope),
    phone: reachedAt(scope, 'phone', longestPhone),
  };
}

function nameIn(scope: Scope, field: string): string | null {
  const text = textOf(scope, field)
    ?.replace(/\p{Cc}/gu, ' ')
    .normalize('NFC')
    .trim();
  return text
    ? text
        .slice(0, longestName)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
    : null;
}

/** Drops what is not one mailbox address (`n/a`, two of them). */
function mailboxIn(scope: Scope): string | null {
  const text = reachedAt(scope, 'email', longestEmail);
  return text !== null && isMailbox(text) ? text : null;
}

function reachedAt(scope: Scope, field: string, longest: number): string | null {
  const text = textOf(scope, field)?.trim();
  return text && text.length <= longest && !/\p{Cc}/u.test(text) ? text : null;
}
