import { Injectable } from '@nestjs/common';
import type { SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { SmtpMail } from '../../../kernel/sending/smtp-mail.js';
import { mailOf } from '../message/mail.js';
import type { Letter } from './letter.js';

@Injectable()
export class EmailCourier {
  constructor(private readonly mail: SmtpMail) {}

  send(letter: Letter): Promise<SendOutcome> {
    return this.mail.send({ ...mailOf(letter), id: letter.id, to: letter.email ?? '', createdAt: letter.createdAt });
  }
}
