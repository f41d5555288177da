import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Visitor } from './packets.js';

/**
 * `visitors.length` supplicants (eapol_test) at once, each joining by PEAP/MSCHAPv2 `times` times with a whole
 * handshake each time: joins a second of all of them together. eapol_test pauses 0.1 s between two joins and costs more
 * CPU than the server, so this is a figure of the machine and not of FreeRADIUS alone.
 */
export async function peapJoins(
  folder: string,
  port: number,
  visitors: readonly Visitor[],
  times: number,
  secret: string,
): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    visitors.map(
      ({ username, password, mac }, index) =>
        new Promise<void>((resolve, reject) => {
          const file = path.join(folder, `supplicant-${index}.conf`);
          writeFileSync(
            file,
            'fast_reauth=0\nnetwork={\n\tssid="Bench"\n\tkey_mgmt=WPA-EAP\n\teap=PEAP\n' +
              `\tanonymous_identity="anonymous"\n\tidentity="${username}"\n\tpassword="${password}"\n` +
              '\tphase2="auth=MSCHAPV2"\n}\n',
          );
          const child = spawn(
            'eapol_test',
            [
              '-c',
              file,
              '-a',
              '127.0.0.1',
              '-p',
              String(port),
              '-s',
              secret,
              '-r',
              String(times - 1),
              '-t',
              '60',
              '-M',
              mac.toLowerCase().replaceAll('-', ':'),
              '-N',
              '30:s:00-11-22-33-44-55:Bench',
            ],
            { stdio: ['ignore', 'ignore', 'ignore'] },
          );
          child.on('error', reject);
          child.on('exit', (code) => {
            if (code === 0) resolve();
            else reject(new Error(`A supplicant did not join (${code}), so the figures mean nothing`));
          });
        }),
    ),
  );
  return ((visitors.length * times) / (performance.now() - begun)) * 1000;
}
