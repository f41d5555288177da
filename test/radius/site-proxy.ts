import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Openssl } from '../console/certificates/openssl.js';
import { freePort, sharedSecret } from './around.js';

export const radsecproxyIsMissing = spawnSync('radsecproxy', ['-v']).status === null ? ['radsecproxy'] : [];

export async function freeTcpPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** Whether somebody takes connections there. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });
}

export interface SiteKey {
  /** PEM, as all of it. */
  readonly key: string;
  readonly csr: string;
  /** A certificate that it issued itself. */
  readonly own: string;
}

/** A key of a site, with the request for its certificate. */
export function siteKey(): SiteKey {
  const openssl = new Openssl();
  const csr = openssl.request('site', '/CN=site');
  openssl.run('req', '-x509', '-key', 'site.key', '-subj', '/CN=site', '-days', '1', '-out', 'own.pem');
  return { csr, key: openssl.get('site.key'), own: openssl.get('own.pem') };
}

interface SiteFiles {
  readonly key: string;
  readonly certificate: string;
  /** The authority whose certificate the server shows. */
  readonly authority: string;
}

/** A site's radsecproxy: takes RADIUS by UDP from its access points, and sends it on by TLS. */
export class SiteProxy {
  private readonly ended: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    /** UDP, for logins and accounting. */
    readonly port: number,
  ) {
    this.ended = new Promise((resolve) => {
      child.on('close', resolve);
    });
  }

  static async start(radsecPort: number, { key, certificate, authority }: SiteFiles): Promise<SiteProxy> {
    const folder = mkdtempSync(path.join(tmpdir(), 'usher-site-'));
    const port = await freePort();
    const file = (name: string, content: string): string => {
      const where = path.join(folder, name);
      writeFileSync(where, content, { mode: 0o600 });
      return where;
    };
    const config = file(
      'radsecproxy.conf',
      `ListenUDP 127.0.0.1:${port}
LogLevel 2
tls default {
  CACertificateFile ${file('authority.pem', authority)}
  CertificateFile ${file('certificate.pem', certificate)}
  CertificateKeyFile ${file('key.pem', key)}
}
client 127.0.0.1 {
  type udp
  secret ${sharedSecret}
}
server usher {
  host 127.0.0.1
  port ${radsecPort}
  type tls
  secret radsec
  CertificateNameCheck off
  StatusServer off
}
realm * {
  server usher
  accountingServer usher
}
`,
    );
    const child = spawn('radsecproxy', ['-f', '-c', config], { stdio: 'ignore' });
    return new SiteProxy(child, folder, port);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
