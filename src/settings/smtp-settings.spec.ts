import { expect, test } from '@jest/globals';
import { smtpSender, smtpServer } from './smtp-settings.js';

test('a mail server is read from its address', () => {
  expect(smtpServer('')).toBeNull();
  expect(smtpServer('smtp://mail.example.com')).toEqual({
    host: 'mail.example.com',
    port: 587,
    isTlsFirst: false,
    user: null,
    password: null,
  });
  expect(smtpServer('smtps://usher%40example.com:p%2Fw@mail.example.com')).toEqual({
    host: 'mail.example.com',
    port: 465,
    isTlsFirst: true,
    user: 'usher@example.com',
    password: 'p/w',
  });
  expect(smtpServer('smtp://[2001:db8::1]:2525')).toMatchObject({ host: '2001:db8::1', port: 2525 });
});

test.each([
  'mail.example.com',
  'http://mail.example.com',
  'smtp://',
  'smtp://user@mail.example.com',
  'smtp://a:secret-word@mail.example.com/?tls=no',
  'smtp://a:secret-word%@mail.example.com',
])('%s is refused, and its password is not repeated', (text) => {
  expect(() => smtpServer(text)).toThrow();
  try {
    smtpServer(text);
  } catch (error) {
    expect(String(error)).not.toContain('secret-word');
  }
});

test('a sender is an address, with or without a name', () => {
  expect(smtpSender('alerts@example.com')).toEqual({ name: '', address: 'alerts@example.com' });
  expect(smtpSender('Usher <alerts@example.com>')).toEqual({ name: 'Usher', address: 'alerts@example.com' });
  for (const wrong of ['Usher', 'Usher <alerts>', 'a@b.cz, c@d.cz', 'Usher\r\nBcc: x@y.cz <a@b.cz>'])
    expect(() => smtpSender(wrong)).toThrow('must be an address');
});
