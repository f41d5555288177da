import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from '@jest/globals';
import { eventually } from '../../kernel/manual-clock.js';
import { isInstalled } from '../../optional/is-installed.js';

const program = ['/usr/sbin/rsyslogd', '/usr/local/sbin/rsyslogd'].find((each) => existsSync(each));
const isAbleToTls =
  program !== undefined &&
  spawnSync('sh', ['-c', 'ls /usr/lib/*/rsyslog/lmnsd_gtls.so /usr/lib/rsyslog/lmnsd_gtls.so 2>/dev/null | grep -q .'])
    .status === 0;
const missing = [...(program ? [] : ['rsyslog']), ...(isAbleToTls ? [] : ['rsyslog-gnutls'])];
/** A suite that needs the real rsyslogd; skipped, loudly, where it is not installed, and never in CI. */
export const withRsyslog = isInstalled('What a real rsyslogd reads', missing) ? describe : describe.skip;

/** A message as rsyslogd took it apart; `cef` as liblognorm's parser did, where it is one. */
export interface TakenMessage {
  readonly pri: string;
  readonly facility: string;
  readonly severity: string;
  readonly version: string;
  readonly timestamp: string;
  readonly hostname: string;
  readonly app: string;
  readonly procid: string;
  readonly msgid: string;
  readonly data: string;
  readonly message: string;
  readonly cef: {
    readonly f?: { readonly Extensions?: Readonly<Record<string, string>>; readonly [part: string]: unknown };
  };
}

/** rsyslogd in the foreground on free ports, with every message in a file, field by field. */
export class Rsyslog {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly urls: Readonly<Record<'udp' | 'tcp', string>>,
  ) {}

  /** Over TLS instead of TCP when it has a certificate. */
  static async start(tls?: { readonly key: string; readonly cert: string }): Promise<Rsyslog> {
    const folder = mkdtempSync(path.join(tmpdir(), 'usher-rsyslog-'));
    const [udp, tcp] = [await freeUdpPort(), await freeTcpPort()];
    for (const [name, content] of Object.entries({
      'key.pem': tls?.key ?? '',
      'cert.pem': tls?.cert ?? '',
      'cef.rb': 'version=2\nrule=:%f:cef%\n',
    }))
      writeFileSync(path.join(folder, name), content);
    writeFileSync(path.join(folder, 'rsyslog.conf'), configuration(folder, udp, tcp, tls !== undefined));
    const child = spawn(
      program ?? '',
      ['-n', '-f', path.join(folder, 'rsyslog.conf'), '-i', path.join(folder, 'pid')],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const server = new Rsyslog(child, folder, {
      udp: `udp://127.0.0.1:${udp}`,
      tcp: `${tls ? 'tls' : 'tcp'}://localhost:${tcp}`,
    });
    await eventually(`rsyslogd listens: ${said}`, async () => {
      if (child.exitCode !== null) throw new Error(`rsyslogd ended: ${said}`);
      await knock(udp);
      return (await answers(tcp)) && server.lines().some(({ app }) => app === 'knock');
    });
    return server;
  }

  /** What has come, oldest first. */
  messages(): TakenMessage[] {
    return this.lines().filter(({ app }) => app !== 'knock');
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private lines(): TakenMessage[] {
    const file = path.join(this.folder, 'messages');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    // The last line may be on its way.
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TakenMessage);
  }
}

function configuration(folder: string, udp: number, tcp: number, isTls: boolean): string {
  const field = (name: string, property: string, more = '') =>
    `  property(outname="${name}" name="${property}" format="jsonf" ${more})\n  constant(value=", ")\n`;
  const driver = isTls ? ' StreamDriver.Name="gtls" StreamDriver.Mode="1" StreamDriver.AuthMode="anon"' : '';
  const tlsFiles =
    ` defaultNetstreamDriverCAFile="${folder}/cert.pem" defaultNetstreamDriverCertFile="${folder}/cert.pem"` +
    ` defaultNetstreamDriverKeyFile="${folder}/key.pem"`;
  return `global(workDirectory="${folder}"${isTls ? tlsFiles : ''})
module(load="imudp")
module(load="imtcp"${driver})
module(load="mmnormalize")
template(name="fields" type="list") {
  constant(value="{")
${[
  ['pri', 'pri'],
  ['facility', 'syslogfacility-text'],
  ['severity', 'syslogseverity-text'],
  ['version', 'protocol-version'],
  ['hostname', 'hostname'],
  ['app', 'app-name'],
  ['procid', 'procid'],
  ['msgid', 'msgid'],
  ['data', 'structured-data'],
  ['message', 'msg'],
]
  .map(([name, property]) => field(name, property))
  .join('')}${field('timestamp', 'timereported', 'dateFormat="rfc3339"')}
  constant(value="\\"cef\\": ")
  property(name="$!all-json")
  constant(value="}\\n")
}
input(type="imudp" address="127.0.0.1" port="${udp}")
input(type="imtcp" address="127.0.0.1" port="${tcp}")
action(type="mmnormalize" rulebase="${folder}/cef.rb")
action(type="omfile" file="${folder}/messages" template="fields")
`;
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((resolve) => {
    socket.close(() => resolve());
  });
  return port;
}

async function freeTcpPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return port;
}

async function knock(port: number): Promise<void> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.send('<13>1 - - knock - - - who is there', port, '127.0.0.1', () => resolve());
  });
  socket.close();
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
