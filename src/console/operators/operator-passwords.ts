import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Chance } from '../../kernel/chance.js';
import { Problem } from '../../kernel/errors.js';
import { isCommonPassword } from './common-passwords.js';
import { emailKey } from './operator.js';

/** argon2id, 19 MiB, two passes: OWASP's second choice, 12 ms here. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const mostAtOnce = 64;

export const shortestPassword = 12;
export const longestPassword = 256;

/** Operators' passwords, stored only as argon2id hashes. */
@Injectable()
export class OperatorPasswords {
  private working = 0;
  private decoy?: Promise<string>;

  constructor(private readonly chance: Chance) {}

  hash(password: string): Promise<string> {
    return this.within(() => hash(password.normalize('NFC'), { ...cost, salt: this.chance.bytes(16) }));
  }

  /** Without a hash (no such operator, no password yet) it does the same work and answers false. */
  async isRight(passwordHash: string | null, password: string): Promise<boolean> {
    this.decoy ??= this.hash(this.chance.bytes(32).toString('base64'));
    const against = passwordHash ?? (await this.decoy);
    const isSame = await this.within(() => verify(against, password.normalize('NFC')));
    return isSame && passwordHash !== null;
  }

  /** Each takes 19 MiB and a thread, so a flood of sign-ins waits outside. */
  private async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.working >= mostAtOnce)
      throw new Problem('unavailable', 'Too many people sign in at this moment: try again shortly');
    this.working += 1;
    try {
      return await work();
    } finally {
      this.working -= 1;
    }
  }
}

/** Throws `invalid` for a password that is too easy to guess. `field` is its place in the request. */
export async function requireGoodPassword(
  password: string,
  { email, name }: { readonly email: string; readonly name: string },
  field = 'password',
): Promise<void> {
  const refuse = (detail: string): never => {
    throw Problem.invalidField(field, detail);
  };
  const length = [...password].length;
  if (length < shortestPassword || length > longestPassword)
    refuse(`must have ${shortestPassword} to ${longestPassword} characters`);
  const folded = password.toLowerCase();
  if (new Set(folded).size < 5) refuse('must have at least 5 different characters');
  const [mailbox] = emailKey(email).split('@');
  const own = [emailKey(email), mailbox, name.toLowerCase()].filter((each) => each.length >= 4);
  if (own.some((each) => folded.includes(each))) refuse('must not contain the name or the e-mail address');
  if (await isCommonPassword(password))
    refuse('is among the first that others try: take some words that do not belong together');
}
