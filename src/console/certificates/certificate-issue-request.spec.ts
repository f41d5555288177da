import { expect, test } from '@jest/globals';
import { Problem } from '../../kernel/errors.js';
import { type CertificateInput, certificateRequestOf } from './certificate-issue-request.js';

test.each<[string, Partial<CertificateInput>, string[]]>([
  ['a user and a device', { purpose: 'client', userId: 'u', deviceId: 'd' }, ['#/device_id']],
  ['a server of a user', { purpose: 'server', userId: 'u' }, ['#/user_id']],
  ['a server of a device', { purpose: 'server', deviceId: 'd' }, ['#/device_id']],
  ['an access point of no network', { purpose: 'radsec' }, ['#/network_client_id']],
  ['a device of an access point', { purpose: 'client', networkClientId: 'n' }, ['#/network_client_id']],
  ['an access point of a user', { purpose: 'radsec', networkClientId: 'n', userId: 'u' }, ['#/user_id']],
  ['an access point of a device', { purpose: 'radsec', networkClientId: 'n', deviceId: 'd' }, ['#/device_id']],
  ['DNS names of a user', { purpose: 'client', userId: 'u', dnsNames: ['a.example'] }, ['#/dns_names']],
  ['a container of a request', { purpose: 'client', csr: 'PEM', pkcs12Encryption: 'aes256' }, ['#/pkcs12_encryption']],
  ['all at once', { purpose: 'server', userId: 'u', networkClientId: 'n' }, ['#/user_id', '#/network_client_id']],
])('%s: every field that contradicts another is named', (_, input, pointers) => {
  let refusal: unknown;
  try {
    certificateRequestOf(input as CertificateInput);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(Problem);
  expect((refusal as Problem).kind).toBe('invalid');
  expect((refusal as Problem).errors.map(({ pointer }) => pointer)).toEqual(pointers);
});
