import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInstalled } from '../../optional/is-installed.js';

/** The independent judge of what we issue. */
export const hasOpenssl = isInstalled(
  'What openssl judges',
  spawnSync('openssl', ['version']).status === 0 ? [] : ['openssl'],
);

/** A folder of files that openssl reads and writes. */
export class Openssl {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'usher-openssl-'));

  put(name: string, content: string | Buffer): string {
    writeFileSync(path.join(this.folder, name), content);
    return name;
  }

  get(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  /** Standard output and error together; throws when openssl says no. */
  run(...args: string[]): string {
    const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: this.folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout + stderr;
  }

  /** A request with a new key, which stays in `<name>.key`. */
  request(
    name: string,
    subject: string,
    key: readonly string[] = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    more: readonly string[] = [],
  ): string {
    this.run(
      'req',
      '-new',
      '-nodes',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      subject,
      ...more,
    );
    return this.get(`${name}.csr`);
  }
}
