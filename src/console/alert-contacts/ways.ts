import { Injectable } from '@nestjs/common';
import { Log } from '../../kernel/log.js';
import { Settings } from '../../kernel/settings.js';
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

/** The addresses of a contact that receive messages. */
@Injectable()
export class Ways {
  private hasWarned = false;

  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
  ) {}

  /** Every way that the contact names, and the obstacle if there is one. */
  of({ email, phone, url }: Addresses): WayOfContact[] {
    return [
      ...(email
        ? [
            {
              way: 'email' as const,
              hindrance: this.settings.smtp
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

  reaching(contact: Addresses): MessageWay[] {
    if (contact.email && !this.settings.smtp) this.warnOnce();
    return this.of(contact).flatMap(({ way, hindrance }) => (way !== 'phone' && hindrance === null ? [way] : []));
  }

  private warnOnce(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.log.warn({ setting: 'USHER_SMTP_URL' }, 'no mail server configured; alert contacts get no e-mail');
  }
}
