import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { writeAuthorityFolder } from '../../src/radius/freeradius/authority-folder.js';
import { withFreeRadius } from './served-radius.js';

withFreeRadius('a folder of authorities', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'usher-authorities-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const authority = (name: string): string => {
    const file = path.join(folder, 'made.pem');
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', path.join(folder, 'key')];
    execFileSync('openssl', ['req', '-x509', ...key, '-out', file, '-subj', name, '-utf8', '-days', '2'], {
      stdio: 'ignore',
    });
    return readFileSync(file, 'utf8');
  };
  const digestOf = (pem: string) =>
    execFileSync('openssl', ['x509', '-noout', '-subject_hash'], { input: pem }).toString().trim();

  test('each is where OpenSSL looks for it, whatever its name, also two of the same name', () => {
    const names = [
      '/CN=Hotel Post Wi-Fi CA/O=Hotel Post',
      '/CN=Über  den Häusern /O=  ÄB c',
      '/CN=東京 Hotel/O=x/OU=A&b',
    ];
    const made = names.map(authority);
    const again = authority(names[0]);
    const trusted = path.join(folder, 'trusted');
    writeAuthorityFolder(trusted, [...made, again]);
    const expected = [...made.map((each) => `${digestOf(each)}.0`), `${digestOf(again)}.1`];
    expect(readdirSync(trusted).toSorted()).toEqual(expected.toSorted());
    writeAuthorityFolder(trusted, [again]);
    expect(readdirSync(trusted)).toEqual([`${digestOf(again)}.0`]);
    expect(readFileSync(path.join(trusted, `${digestOf(again)}.0`), 'utf8')).toBe(again);
  });
});
