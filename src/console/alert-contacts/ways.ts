import { Injectable } from '@nestjs/common';
import { Log } from '../../kernel/log.js';
import { Settings } from '../../kernel/settings.js';
import type { Departed } from '../departed/departed-addresses.js';
import type { AlertContact } from './alert-contact.js';

/** How messages go out. */
export const messageWays = ['email', 'webhook'] as const;
export type MessageWay = (typeof messageWays)[number];

export interface WayOfContact {
  readonly way: MessageWay | 'phone';
  /** Null if it reaches the contact. */
  readonly hindrance: string | null;
}

type Addresses = Pick<AlertContact, 'email' | 'phone' | 'url'>;

/** Why nothing is mailed to an address any more. */
export const departedWords: Readonly<Record<Departed, string>> = {
  operator: 'The operator with this address is disabled: nothing is sent to it',
  deleted:
    'The operator with this address was deleted: nothing is sent to it. If it is still meant, enter another address ' +
    'and then this one again',
  leaver: 'The person with this address has left: nothing is sent to it',
};

/** The addresses of a contact that receive messages. `departed`: those of people who have left. */
@Injectable()
export class Ways {
  private hasWarned = false;

  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
  ) {}

  /** Every way that the contact names, and the obstacle if there is one. */
  of({ email, phone, url }: Addresses, departed: ReadonlyMap<string, Departed>): WayOfContact[] {
    const gone = departed.get(email?.toLowerCase() ?? '');
    return [
      ...(email
        ? [
            {
              way: 'email' as const,
              hindrance: gone
                ? departedWords[gone]
                : this.settings.smtp
                  ? null
                  : 'No mail server is set (USHER_SMTP_URL): nothing is sent by e-mail',
            },
          ]
        : []),
      ...(url ? [{ way: 'webhook' as const, hindrance: null }] : []),
      ...(phone
        ? [
            {
              way: 'phone' as const,
              hindrance: 'Nobody is called and no text message is sent: the number is for people',
            },
          ]
        : []),
    ];
  }

  reaching(contact: Addresses, departed: ReadonlyMap<string, Departed>): MessageWay[] {
    if (contact.email && !this.settings.smtp) this.warnOnce();
    return this.of(contact, departed).flatMap(({ way, hindrance }) =>
      way !== 'phone' && hindrance === null ? [way] : [],
    );
  }

  private warnOnce(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.log.warn({ setting: 'USHER_SMTP_URL' }, 'no mail server configured; alert contacts get no e-mail');
  }
}
