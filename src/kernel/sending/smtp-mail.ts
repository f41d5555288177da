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
      return failureOf(error, to);
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

interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * A 5xx is a final answer to this address or mail; everything else may pass. So may a 5xx to MAIL FROM: it is about our
 * sender or sign-in (530, 553), which an operator mends, and every mail gets it meanwhile.
 * Servers repeat the recipient's address, which belongs into no log and no alert.
 */
function failureOf(error: unknown, to: string): SendOutcome {
  const { code = '', command, responseCode, response } = error as SmtpFailure;
  if (['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode !== undefined) {
    const isAboutUs = command === 'MAIL FROM';
    const what = isAboutUs ? 'the sender (USHER_SMTP_FROM, USHER_SMTP_URL)' : 'the mail';
    const address = new RegExp(to.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'gi');
    const said = oneLine((response ?? String(responseCode)).replaceAll(address, '…'), 300);
    return {
      error: `The mail server refused ${what}: ${said}`,
      isFinal: responseCode >= 500 && !isAboutUs,
    };
  }
  // 454 of RFC 4954, and its like: nothing is said of the password.
  if (code === 'EAUTH' && responseCode !== undefined && responseCode < 500)
    return { error: 'The mail server cannot check the user and the password at the moment', isFinal: false };
  return { error: words[code] ?? 'The mail server cannot be reached', isFinal: false };
}
