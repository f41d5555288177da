import { Injectable } from '@nestjs/common';
import { SmtpMail } from '../../../kernel/sending/smtp-mail.js';
import type { SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { messageScope } from '../message/message-scope.js';
import { MessageTemplates } from '../message/message-templates.js';
import { messageId } from './claimed-delivery.js';
import type { Addressed } from './dispatch.js';

/** What a mailbox can look like is the mail server's business; what would end an address line is ours. */
const mailbox = /^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\[\]]{1,189}$/;

@Injectable()
export class MailTransport {
  constructor(
    private readonly mail: SmtpMail,
    private readonly templates: MessageTemplates,
  ) {}

  async send({ delivery, settings, content, place, code, address }: Addressed): Promise<SendOutcome> {
    if (!mailbox.test(address)) return { error: 'The e-mail address cannot be written to', isFinal: true };
    const written = this.templates.mail(
      settings.templates ?? {},
      place.language,
      messageScope(content, { ...delivery.facts }, place),
    );
    const pictures = code === null ? [] : [{ cid: 'wifi-code', fileName: 'wifi-code.png', png: await picture(code) }];
    return this.mail.send({
      ...written,
      id: messageId(delivery),
      to: address,
      createdAt: delivery.createdAt,
      pictures,
    });
  }
}

async function picture(code: string): Promise<Buffer> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toBuffer(code, { width: 400, margin: 4, errorCorrectionLevel: 'M' });
}
