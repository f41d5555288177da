import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rsaKeyIn, signedAssertion } from '../../src/connectors/vendor-file/saml-assertion.js';
import { isInstalled } from '../optional/is-installed.js';

const program = '/usr/bin/xmlsec1';
const here = isInstalled('The signature of assertions', existsSync(program) ? [] : ['xmlsec1']);

(here ? describe : describe.skip)('the signature of an assertion, by the opinion of XML Security', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assertion-'));
    await writeFile(path.join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function asserted(user: string): Promise<string> {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const of = {
      issuer: 'usher & "friends"',
      audience: 'www.successfactors.com',
      recipient: 'https://api.example.com/oauth/token?a=1&b="<2>"',
      user,
      attributes: { api_key: 'AbC<1>', 'a "b"': "Žofie & 'co'\tin\none" },
    };
    return Buffer.from(
      await signedAssertion(of, rsaKeyIn(pem), Date.parse('2026-05-14T13:00:00Z')),
      'base64',
    ).toString();
  }

  async function verified(xml: string): Promise<string> {
    const file = path.join(folder, 'assertion.xml');
    await writeFile(file, xml);
    const key = ['--pubkey-pem', path.join(folder, 'key.pem')];
    const id = ['--id-attr:ID', 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion'];
    const { stdout, stderr } = await promisify(execFile)(program, ['--verify', ...key, ...id, file]).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return /\bOK\b/.test(`${stdout}${stderr}`) ? 'OK' : 'not OK';
  }

  test.each(['usher', "Žofie O'Neill <王> & co", 'a\tb\nc'])('holds for %j', async (user) => {
    expect(await verified(await asserted(user))).toBe('OK');
  });

  test('holds no more when a letter is changed', async () => {
    expect(await verified((await asserted('usher')).replace('>usher<', '>admin<'))).toBe('not OK');
  });
});
