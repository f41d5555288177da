import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AuthoritiesService } from '../../src/console/certificates/authorities.service.js';
import { CertificateIssueService } from '../../src/console/certificates/certificate-issue.service.js';
import { serverIdentity } from '../../src/console/certificates/server-identity.js';
import { systemContext } from '../../src/kernel/context.js';
import { identityFile, writeIdentity } from '../../src/radius/freeradius/run-folder.js';
import { showCertificates } from '../../src/radius/freeradius/shown-certificates.js';
import { eventually } from '../kernel/manual-clock.js';
import { join } from './eapol.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'usher-shown-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (organizationId: string, certificate: string) =>
  writeIdentity(folder, { organizationId, certificate, privateKey: 'key', authorities: [] }, false);
const list = () => readFileSync(path.join(folder, 'certificates'), 'utf8');
const second = () => Math.floor(statSync(path.join(folder, 'certificates')).mtimeMs / 1000);
const files = () => readdirSync(path.join(folder, 'shown')).toSorted();

test('a renewed certificate has another name, and the former one stays until the next change', () => {
  write('a', 'one');
  expect([showCertificates(folder, ['a']), showCertificates(folder, ['a'])]).toEqual([true, false]);
  const [listed, shown] = [list(), files()];
  expect(shown).toEqual([expect.stringMatching(/^a-\w{16}\.key$/), expect.stringMatching(/^a-\w{16}\.pem$/)]);
  expect(listed).toBe(`a\tTLS-Session-Cert-File := 'shown/${shown[1]}'\n`);

  write('a', 'two');
  expect(showCertificates(folder, ['a'])).toBe(true);
  expect(list()).not.toBe(listed);
  expect(files()).toHaveLength(4);
  expect(files()).toEqual(expect.arrayContaining(shown));

  write('a', 'three');
  showCertificates(folder, ['a']);
  expect(files()).toHaveLength(4);
  expect(files()).not.toEqual(expect.arrayContaining(shown));
});

test('lists that follow each other at once are of different seconds, by which FreeRADIUS tells one changed', () => {
  const seconds = ['one', 'two', 'three'].map((certificate) => {
    write('a', certificate);
    showCertificates(folder, ['a']);
    return second();
  });
  expect(seconds).toEqual([...new Set(seconds)].toSorted((one, two) => one - two));
});

test('the oldest hundred are listed, and who has no certificate is not', () => {
  const ids = Array.from({ length: 120 }, (_, index) => `o${String(index).padStart(3, '0')}`);
  for (const id of ids.slice(1)) write(id, id);
  showCertificates(folder, ids.toReversed());
  expect(list().match(/^\w+/gm)).toEqual(ids.slice(1, 101));
});

withFreeRadius('a running FreeRADIUS', () => {
  test('shows what it read at its start, and another certificate without a restart', async () => {
    const rig = await RadiusRig.open();
    try {
      const { app, organizationId } = rig.world;
      await rig.post('/users', { username: 'anna', password: 'Sommer 2026!' });
      const trusting = (authority: string, method = 'PEAP') =>
        join(
          rig.auth,
          [
            'ca_cert="FOLDER/ca.pem"',
            `eap=${method}`,
            'identity="anna"',
            'password="Sommer 2026!"',
            method === 'PEAP' ? 'phase2="auth=MSCHAPV2"' : 'phase2="auth=PAP"',
          ],
          { 'ca.pem': authority },
        );
      const before = rig.authority;
      const kept = readFileSync(identityFile(rig.runFolder, organizationId), 'utf8');
      rmSync(identityFile(rig.runFolder, organizationId));
      for (const name of readdirSync(path.join(rig.runFolder, 'shown')))
        rmSync(path.join(rig.runFolder, 'shown', name));
      expect([await trusting(before), await trusting(before, 'TTLS')]).toEqual([true, true]);

      const [{ id }] = (await rig.world.call('GET', '/certificates/authorities')).body._embedded.authorities;
      await rig.post('/certificates/authorities', {});
      await rig.world.call('DELETE', `/certificates/authorities/${id}?revoke_certificates=true`);
      const identity = await serverIdentity(
        systemContext(organizationId, 'radius'),
        app.get(CertificateIssueService),
        app.get(AuthoritiesService),
      );
      writeIdentity(rig.runFolder, identity, true);
      expect(readFileSync(identityFile(rig.runFolder, organizationId), 'utf8')).not.toBe(kept);
      expect(showCertificates(rig.runFolder, [organizationId])).toBe(true);
      rig.server.lookAgain();
      const [after] = identity.authorities;
      await eventually('the other one is shown', () => trusting(after));
      expect([await trusting(after, 'TTLS'), await trusting(before)]).toEqual([true, false]);
      expect(await rig.last()).toBe('client_refused_server_certificate');
    } finally {
      await rig.close();
    }
  });
});
