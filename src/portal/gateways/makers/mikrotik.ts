import { createHash } from 'node:crypto';
import type { Maker } from './maker.js';

/**
 * RouterOS hotspot. It tells what the `login.html` on the router is made to tell (docs/portal-gateways.md has one).
 * https://help.mikrotik.com/docs/spaces/ROS/pages/56459266/HotSpot+customisation
 */
export const mikrotik: Maker = {
  tells: {
    clientMac: ['mac'],
    clientAddress: ['ip'],
    ssid: ['server-name'],
    nasId: ['identity'],
    wantedUrl: ['link-orig'],
  },
  problem: {
    in: 'error',
    words: [
      [/^\s*$/, null],
      [/not responding|timeout/i, 'gateway_fault'],
      [/no more sessions|already logged in|simultaneous/i, 'in_use'],
      [/already authorizing/i, null],
    ],
    otherwise: 'refused',
  },
  logins: [
    {
      hostIn: ['link-login-only'],
      ports: [
        [80, 'http'],
        [443, 'https'],
      ],
      path: '/login',
      method: 'post',
      fields: {
        username: { own: 'username' },
        password: { own: 'folded' },
        dst: { own: 'returnUrl' },
        popup: 'false',
      },
    },
  ],
  hidden: ['chap-id', 'chap-challenge', 'username'],
  proof: 'gateway',
  // With login-by=http-chap it gives a challenge, and takes the hash only; with http-pap the password as it is.
  fold: (ticket, { 'chap-id': id = '', 'chap-challenge': challenge = '' }) =>
    id && challenge
      ? createHash('md5')
          .update(Buffer.concat([bytesOf(id), Buffer.from(ticket), bytesOf(challenge)]))
          .digest('hex')
      : ticket,
};

/** The router writes what is no letter as octal: `\163\027a`. */
function bytesOf(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/\\([0-3][0-7]{2})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
    'latin1',
  );
}
