import { createHash } from 'node:crypto';
import { sameSecret } from '../../../kernel/secrets.js';
import { type Maker, Unfit } from './maker.js';

/**
 * CoovaChilli and what speaks like it: OpenWrt's uspot, Teltonika and many without a name.
 * https://github.com/coova/coova-chilli (src/redir.c, doc/chilli.conf.5.in),
 * https://github.com/f00b4r0/uspot (files/usr/share/uspot/portal.uc, src/uam.c)
 */
export const coova: Maker = {
  tells: {
    clientMac: ['mac'],
    clientAddress: ['ip'],
    accessPointMac: ['called'],
    ssid: ['ssid'],
    nasId: ['nasid'],
    wantedUrl: ['userurl'],
  },
  problem: {
    in: 'res',
    words: [
      [/^(notyet|wispr)$/, null],
      [/^(success|already|popup[123])$/, 'already_in'],
      [/^logoff$/, 'logged_off'],
      [/^(failed|reject)$/, 'refused'],
    ],
    otherwise: null,
  },
  logins: [
    {
      hostIn: ['uamip'],
      portIn: 'uamport',
      ports: [
        [3990, 'http'],
        [4990, 'https'],
      ],
      path: '/logon',
      method: 'get',
      fields: { username: { own: 'username' }, password: { own: 'folded' }, userurl: { own: 'returnUrl' } },
    },
  ],
  hidden: ['challenge', 'md', 'sessionid'],
  proof: 'gateway',
  fold: foldedPassword,
};

/**
 * PAP: the password XOR the challenge, over and over, as hex; with a `uamsecret` the challenge is first hashed with it.
 * Without one, whoever sees the address can read the password: it is good for this device and for 90 seconds only.
 */
function foldedPassword(
  ticket: string,
  { challenge = '' }: Readonly<Record<string, string>>,
  { uamsecret }: Readonly<Record<string, string>>,
): string {
  if (!/^[0-9a-f]{32}$/i.test(challenge)) throw new Unfit('the redirect has no challenge of 16 bytes');
  const bytes = Buffer.from(challenge, 'hex');
  const key = uamsecret ? md5(Buffer.concat([bytes, Buffer.from(uamsecret)])) : bytes;
  return Buffer.from(Buffer.from(ticket).map((byte, index) => byte ^ key[index % key.length])).toString('hex');
}

/**
 * Whether the gateway made this address: its end is `md`, the MD5 in capitals of everything before it and the
 * `uamsecret`.
 */
export function isSignedByChilli(address: string, uamsecret: string): boolean {
  const [, signed, sum] = /^(.*)[&?]md=([0-9A-Fa-f]{32})$/.exec(address) ?? [];
  if (sum === undefined) return false;
  return sameSecret(md5(Buffer.from(signed + uamsecret)).toString('hex'), sum.toLowerCase());
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}
