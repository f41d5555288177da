import { Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { Clock, type Instant } from '../clock.js';
import { Settings, type SmtpSettings } from '../settings.js';
import { oneLine } from './one-line.js';
import { delivered, type SendOutcome } from './send-outcome.js';

const longestMilliseconds = 120_000;

export interface OutgoingMail {
  /** Belongs to the mail, not the attempt: a repeat has the same Message-ID. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: Instant;
  /** Shown where the HTML says `cid:<cid>`. */
  readonly pictures?: readonly { readonly cid: string; readonly fileName: string; readonly png: Buffer }[];
  /** What comes along. */
  readonly files?: readonly { readonly fileName: string; readonly contentType: string; readonly content: Buffer }[];
}

/** Sends mail by SMTP. A mail that is sent again because its fate is unknown keeps its Message-ID. */
@Injectable()
export class SmtpMail {
  /** Created with the first mail. */
  private transport: Promise<Transporter> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async send({
    id,
    to,
    subject,
    text,
    html,
    createdAt,
    pictures = [],
    files = [],
  }: OutgoingMail): Promise<SendOutcome> {
    const { smtp } = this.settings;
    if (!smtp) return { error: 'No mail server is set (USHER_SMTP_URL)', isFinal: false, isWaiting: true };
    const over = new AbortController();
    try {
      this.transport ??= transportTo(smtp);
      const transport = await this.transport;
      const sent = transport
        .sendMail({
          subject,
          text,
          html,
          from: smtp.from,
          to: { name: '', address: to },
          messageId: `<${id}@${smtp.from.address.split('@')[1]}>`,
          // Given as text, the id would be sent unchanged, and ours do not have the form of RFC 5322.
          date: new Date(createdAt),
          // RFC 3834: no automatic answers.
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: [
            ...pictures.map(({ cid, fileName, png }) => ({
              cid,
              filename: fileName,
              content: png,
              contentType: 'image/png',
              contentDisposition: 'inline' as const,
            })),
            ...files.map(({ fileName, contentType, content }) => ({ filename: fileName, contentType, content })),
          ],
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        .then(() => delivered);
      // A server that answers each step just in time would outlast the lease.
      return await Promise.race([
        sent,
        this.clock.sleep(longestMilliseconds, over.signal).then(() => ({ error: words.ETIMEDOUT, isFinal: false })),
      ]);
    } catch (error) {
      return failureOf(error);
    } finally {
      over.abort();
    }
  }
}

async function transportTo({
  host,
  port,
  isTlsFirst,
  tls,
  user,
  password,
  timeoutSeconds,
}: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const milliseconds = timeoutSeconds * 1000;
  return createTransport({
    host,
    port,
    secure: isTlsFirst,
    requireTLS: !isTlsFirst && tls === 'required',
    ignoreTLS: !isTlsFirst && tls === 'none',
    auth: user && password ? { user, pass: password } : undefined,
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    dnsTimeout: milliseconds,
  });
}

const words: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refused the user or the password (USHER_SMTP_URL)',
  ETLS: 'The mail server does not encrypt (USHER_SMTP_TLS)',
  EDNS: "The mail server's name cannot be resolved",
  ETIMEDOUT: 'The mail server did not answer in time',
};

/** A 5xx is a final answer to this address or mail; everything else may pass. */
function failureOf(error: unknown): SendOutcome {
  const { code = '', responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  if (['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode !== undefined) {
    return {
      error: `The mail server refused the mail: ${oneLine(response ?? String(responseCode), 300)}`,
      isFinal: responseCode >= 500,
    };
  }
  return { error: words[code] ?? 'The mail server cannot be reached', isFinal: false };
}
