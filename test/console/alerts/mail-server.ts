import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** By lower-case name; folded lines joined, encoded words (RFC 2047, Q) decoded. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each name as often as it came. */
  readonly headerNames: readonly string[];
  /** Quoted-printable decoded, all parts. */
  readonly body: string;
}

/** Somebody's mail server on a real socket. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Answers RCPT TO; an error's `responseCode` is what the client sees. */
  refuse: (address: string) => (Error & { responseCode: number }) | null = () => null;
  /** Takes mails and does not say so. */
  isHolding = false;
  readonly held: ReceivedMail[] = [];
  private readonly unsaid: (() => void)[] = [];
  private server: SMTPServer | null = null;

  private constructor(
    private readonly options: SMTPServerOptions,
    public port = 0,
  ) {}

  static async listening(options: SMTPServerOptions = {}): Promise<MailServer> {
    const made = new MailServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
    await made.open();
    return made;
  }

  async open(): Promise<void> {
    this.server = new SMTPServer({
      ...this.options,
      onRcptTo: ({ address }, _session, done) => done(this.refuse(address)),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mail = read(
            Buffer.concat(chunks).toString('utf8'),
            session.envelope.rcptTo.map(({ address }) => address),
          );
          (this.isHolding ? this.held : this.mails).push(mail);
          if (this.isHolding) this.unsaid.push(done);
          else done();
        });
      },
    });
    this.server.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      this.server!.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  /** Says of those it holds that it took them. */
  letGo(): void {
    for (const done of this.unsaid.splice(0)) done();
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.server) this.server.close(() => resolve());
      else resolve();
    });
    this.server = null;
  }
}

/** Takes connections and says nothing. */
export class SilentServer {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async listening(): Promise<SilentServer> {
    const server = createServer();
    const made = new SilentServer(server);
    server.on('connection', (socket) => {
      made.sockets.add(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return made;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** Hangs up on everybody and ends. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}

function read(raw: string, to: readonly string[]): ReceivedMail {
  const [head, ...rest] = raw.split('\r\n\r\n');
  const lines = head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decoded(line.slice(line.indexOf(':') + 1).trim())]);
  const body = unquoted(rest.join('\r\n\r\n').replaceAll(/=\r\n/g, ''));
  return {
    to,
    headers: Object.fromEntries(lines),
    headerNames: lines.map(([name]) => name),
    body: body.replaceAll('\r\n', '\n'),
  };
}

function unquoted(text: string): string {
  return text.replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  );
}

function decoded(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) => unquoted(text.replaceAll('_', ' ')));
}
