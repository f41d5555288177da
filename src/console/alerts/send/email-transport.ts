import { Injectable } from '@nestjs/common';
import type { SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { SmtpMail } from '../../../kernel/sending/smtp-mail.js';
import { Settings } from '../../../kernel/settings.js';
import { mailOf } from '../message/mail.js';
import type { OutgoingMessage } from './outgoing-message.js';

@Injectable()
export class EmailTransport {
  constructor(
    private readonly mail: SmtpMail,
    private readonly settings: Settings,
  ) {}

  send(message: OutgoingMessage): Promise<SendOutcome> {
    const mail = mailOf(message, this.settings.baseUrl);
    return this.mail.send({ ...mail, id: message.id, to: message.email ?? '', createdAt: message.createdAt });
  }
}
