import { expect, test } from '@jest/globals';
import { isPublic, Reach } from './reach.js';

test('private, loopback, link-local and mapped addresses are not public', () => {
  for (const address of ['10.0.0.5', '172.16.1.1', '192.168.1.1', '127.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.5', '224.0.0.1']) {
    expect([address, isPublic(address)]).toEqual([address, false]);
  }
  for (const address of ['8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8']) expect([address, isPublic(address)]).toEqual([address, true]);
});

test('a literal private address is refused before anything is opened, unless the deployment permits it', () => {
  expect(new Reach({ allowPrivateTargets: false }).allows('10.0.0.5')).toBe(false);
  expect(new Reach({ allowPrivateTargets: true }).allows('10.0.0.5')).toBe(true);
  expect(new Reach({ allowPrivateTargets: false }).allows('pms.example.com')).toBe(true);
});

test('a name that resolves to a private address only gives no address', async () => {
  const { lookup } = new Reach({ allowPrivateTargets: false });
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => { lookup?.('localhost', {}, (error) => resolve(error)); });
  expect(failure?.code).toBe('EBLOCKED');
});
