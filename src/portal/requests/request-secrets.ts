import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { Secrets, sha256 } from '../../kernel/secrets.js';
import { type AccessRequest, type AskedAccess, codeSeconds, linkSeconds } from './access-request.js';

const linkAlphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const digits = '0123456789';

/** The secret that answers a request: the last part of a link, or six digits. */
@Injectable()
export class RequestSecrets {
  constructor(
    private readonly secrets: Secrets,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** `stored` goes to the database, `secret` only into the message. */
  make(
    requestId: string,
    { askedBy }: AskedAccess,
  ): { readonly secret: string; readonly stored: string; readonly endsAt: Instant } {
    const now = this.clock.instant();
    if (askedBy !== 'sms') {
      const secret = this.chance.text(32, linkAlphabet);
      return { secret, stored: linkDigestOf(secret), endsAt: laterBy(now, linkSeconds) };
    }
    const secret = this.chance.text(6, digits);
    // Six digits are guessed from a plain digest at once, so this one is keyed.
    const stored = this.secrets.fingerprint(secret, codeContext(requestId));
    return { secret, stored, endsAt: laterBy(now, codeSeconds) };
  }

  isCode({ id, secret }: Pick<AccessRequest, 'id' | 'secret'>, code: string): boolean {
    return this.secrets.matches(secret, code, codeContext(id));
  }
}

export function linkDigestOf(link: string): string {
  return sha256(link.slice(0, 200)).toString('hex');
}

function codeContext(requestId: string): string {
  return `portal code ${requestId}`;
}
