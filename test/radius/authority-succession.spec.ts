import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsonBody } from '../http/http-world.js';
import { join } from './eapol.js';
import { joinByCertificate, type OwnCertificate, ownCertificate } from './own-certificate.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';

withFreeRadius('one authority following another', () => {
  let rig: RadiusRig;
  let user: JsonBody;
  beforeAll(async () => {
    rig = await RadiusRig.open();
    user = await rig.post('/users', { username: 'guest.212', password });
  });
  afterAll(() => rig.close());

  const held = () => ownCertificate(rig, user.id);
  const byCertificate = (trust: string, own: OwnCertificate) => joinByCertificate(rig.auth, trust, own);
  const byPassword = (trust: string) =>
    join(
      rig.auth,
      [
        'ca_cert="FOLDER/ca.pem"',
        'eap=PEAP',
        'identity="guest.212"',
        `password="${password}"`,
        'phase2="auth=MSCHAPV2"',
      ],
      { 'ca.pem': trust },
    );
  const trust = async () => (await rig.world.call('GET', '/certificates/ca')).text;

  test('devices stay online: old and new profiles and certificates join until the old one is retired', async () => {
    const early = await held();
    const oldProfile = await trust();
    const [before] = (await rig.world.call('GET', '/certificates/authorities')).body._embedded.authorities;
    await rig.post('/certificates/authorities', {});
    const late = await held();
    const newProfile = await trust();

    await rig.restart();
    for (const [what, joined] of [
      ['old profile, old certificate', () => byCertificate(oldProfile, early)],
      ['old profile, new certificate', () => byCertificate(oldProfile, late)],
      ['new profile, old certificate', () => byCertificate(newProfile, early)],
      ['new profile, new certificate', () => byCertificate(newProfile, late)],
      ['old profile, password', () => byPassword(oldProfile)],
      ['new profile, password', () => byPassword(newProfile)],
    ] as const)
      expect([what, await joined()]).toEqual([what, true]);

    // At once, before FreeRADIUS is started with what it trusts from now on.
    await rig.world.call('DELETE', `/certificates/authorities/${before.id}?revoke_certificates=true`);
    expect([await byCertificate(newProfile, early), await rig.last()]).toEqual([false, 'certificate_revoked']);
    await rig.restart();
    expect([
      await byCertificate(newProfile, early),
      await byCertificate(newProfile, late),
      await byPassword(newProfile),
    ]).toEqual([false, true, true]);
    expect([await byPassword(oldProfile), await rig.last()]).toEqual([false, 'client_refused_server_certificate']);
  });
});
