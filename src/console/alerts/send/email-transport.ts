import { Injectable } from '@nestjs/common';
import type { SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { SmtpMail } from '../../../kernel/sending/smtp-mail.js';
import { mailOf } from '../message/mail.js';
import type { OutgoingMessage } from './outgoing-message.js';

@Injectable()
export class EmailTransport {
  constructor(private readonly mail: SmtpMail) {}

  send(letter: OutgoingMessage): Promise<SendOutcome> {
    return this.mail.send({ ...mailOf(letter), id: letter.id, to: letter.email ?? '', createdAt: letter.createdAt });
  }
}
