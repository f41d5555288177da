import { Global, Module } from '@nestjs/common';
import { SmtpMail } from './smtp-mail.js';

/** One connection to the mail server for all who send mail. */
@Global()
@Module({ providers: [SmtpMail], exports: [SmtpMail] })
export class MailModule {}
