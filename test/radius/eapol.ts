import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharedSecret } from './around.js';

/**
 * Joins as a real supplicant does (eapol_test of wpa_supplicant); `lines` as in a network block of its configuration.
 */
export async function join(
  port: number,
  lines: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  return /SUCCESS\s*$/.test((await attempt(port, lines, files)).trim());
}

/**
 * What eapol_test says of it: each packet that it sent and heard, at last SUCCESS or FAILURE. `seconds`: until it gives
 * up; a packet is sent again after 3 and after 9. `from`: the access point's address.
 */
export async function attempt(
  port: number,
  lines: readonly string[],
  files: Readonly<Record<string, string>> = {},
  { seconds = 6, from }: { readonly seconds?: number; readonly from?: string } = {},
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'usher-eapol-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const block = ['ssid="Lindenhof"', 'key_mgmt=WPA-EAP', ...lines]
    .map((line) => `\t${line.replaceAll('FOLDER', folder)}`)
    .join('\n');
  writeFileSync(path.join(folder, 'network.conf'), `network={\n${block}\n}\n`);
  const child = spawn('eapol_test', [
    '-c',
    path.join(folder, 'network.conf'),
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '-s',
    sharedSecret,
    '-t',
    String(seconds),
    ...(from ? ['-A', from] : []),
    '-M',
    'aa:bb:cc:00:11:22',
    '-N',
    '30:s:00-11-22-33-44-55:Lindenhof',
    '-N',
    '32:s:lobby',
  ]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise((resolve) => {
    child.on('close', resolve);
  });
  rmSync(folder, { recursive: true, force: true });
  return output;
}
