import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Self-signed, by the openssl that certificates are verified with elsewhere too. */
export async function certificateFor(name: string): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-self-signed-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((file) => path.join(folder, file));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name}`,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const read = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  await rm(folder, { recursive: true });
  return read;
}
