import type { SmtpSettings } from '../kernel/settings.js';

export type SmtpServer = Pick<SmtpSettings, 'host' | 'port' | 'isTlsFirst' | 'user' | 'password'>;

/**
 * smtp://user:password@host:587, or smtps:// for TLS from the first byte. The value may hold a password: no error
 * repeats it.
 */
export function smtpServer(text: string): SmtpServer | null {
  if (text === '') return null;
  const wrong = new Error('must be smtp://user:password@host:port, or smtps:// for TLS from the first byte');
  if (!URL.canParse(text)) throw wrong;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (!['smtp:', 'smtps:'].includes(protocol) || !hostname || !['', '/'].includes(pathname) || search || hash)
    throw wrong;
  if (Boolean(username) !== Boolean(password)) throw new Error('must have a user and a password, or neither');
  const isTlsFirst = protocol === 'smtps:';
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port) || (isTlsFirst ? 465 : 587),
    isTlsFirst,
    user: plain(username),
    password: plain(password),
  };
}

const form = /^(?:(?<name>[^<>\p{Cc}]*?)\s*<(?<inBrackets>[^<>]+)>|(?<bare>[^<>]+))$/u;
const mailbox = /^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\[\]]{1,189}$/;

/** `alerts@example.com` or `Usher <alerts@example.com>`. */
export function smtpSender(text: string): SmtpSettings['from'] | null {
  if (text === '') return null;
  const { name = '', inBrackets, bare } = form.exec(text)?.groups ?? {};
  const address = inBrackets ?? bare ?? '';
  if (!mailbox.test(address))
    throw new Error('must be an address such as alerts@example.com or Usher <alerts@example.com>');
  return { name: name.replaceAll(/^"|"$/g, ''), address };
}

export function smtpSettings(values: Readonly<Record<string, unknown>>): SmtpSettings | null {
  const server = values.smtp_url as SmtpServer | null;
  if (!server) return null;
  return {
    ...server,
    from: values.smtp_from as SmtpSettings['from'],
    tls: values.smtp_tls as SmtpSettings['tls'],
    timeoutSeconds: values.smtp_timeout as number,
  };
}

function plain(encoded: string): string | null {
  try {
    return encoded ? decodeURIComponent(encoded) : null;
  } catch {
    throw new Error('has a % in user or password that starts no %-code: write it as %25');
  }
}
