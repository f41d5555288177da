import { createHash, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ProfilesModule } from '../../../src/console/profiles/profiles.module.js';
import { type CertificateWorld, certificateWorld } from '../certificates/certificate-world.js';
import { schemaProblems } from './wlan-schema.js';

let world: CertificateWorld;
let userId: string;
let before: Buffer;
let after: Buffer;
beforeAll(async () => {
  world = await certificateWorld({ modules: [ProfilesModule] });
  userId = (await world.call('POST', '/users', { body: { username: 'anna@example.com' } })).body.id;
  before = new X509Certificate((await world.bytes('/certificates/ca')).content).raw;
  after = new X509Certificate((await world.call('POST', '/certificates/authorities')).body.certificate).raw;
});
afterAll(async () => {
  await world.close();
});

const generated = async (platform: string, eap_type: string, more: object = {}) => {
  const { status, text, body } = await world.call('POST', '/profiles', {
    body: { ssid: 'Lindenhof', platform, eap_type, ...more },
  });
  if (status !== 200) throw new Error(text);
  const file = Buffer.from(body.content, 'base64').toString('utf8');
  return {
    file: body.media_type === 'application/x-wifi-config' ? Buffer.from(file, 'base64').toString('utf8') : file,
    beside: body.files as { file_name: string; content: string }[],
  };
};
const isIn = (file: string, platform: string, certificate: Buffer) =>
  platform === 'windows'
    ? file.includes(createHash('sha1').update(certificate).digest('hex'))
    : file.replaceAll(/\s/g, '').includes(certificate.toString('base64'));

test.each(
  ['windows', 'macos', 'ios', 'android', 'chromeos'].flatMap((platform) =>
    ['EAP-TLS', 'PEAP', 'EAP-TTLS'].map((method) => [platform, method]),
  ),
)('a device set up for %s with %s while one authority follows another trusts both', async (platform, method) => {
  const { file } = await generated(platform, method);
  expect([isIn(file, platform, before), isIn(file, platform, after)]).toEqual([true, true]);
  if (platform === 'windows') expect(await schemaProblems(file)).toEqual([]);
});

test('Windows gets both to install beside', async () => {
  const { beside } = await generated('windows', 'PEAP');
  expect(beside.map(({ file_name, content }) => [file_name, content])).toEqual([
    ['Lindenhof.ca.cer', before.toString('base64')],
    ['Lindenhof.ca-2.cer', after.toString('base64')],
  ]);
});

test('Passpoint, which takes one, names the one whose certificate servers show', async () => {
  const { file } = await generated('android', 'EAP-TLS', { user_id: userId });
  expect([isIn(file, 'android', before), isIn(file, 'android', after)]).toEqual([true, false]);
});
