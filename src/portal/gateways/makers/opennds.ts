import { createDecipheriv } from 'node:crypto';
import { sha256 } from '../../../kernel/secrets.js';
import type { SharedWords } from '../../../console/gateways/gateway-secrets.js';
import { type Maker, Unfit, type RedirectValues } from './maker.js';

/**
 * openNDS with its Forwarding Authentication Service at level 1 or 2. It asks no RADIUS server: whoever brings the hash
 * of `hid` and `faskey` is in, for as long as its own settings say.
 * https://opennds.readthedocs.io/en/stable/fas.html
 */
export const opennds: Maker = {
  tells: {
    clientMac: ['clientmac'],
    clientAddress: ['clientip'],
    accessPointMac: ['gatewaymac'],
    nasId: ['gatewayname'],
    wantedUrl: ['originurl'],
  },
  logins: [
    {
      hostIn: ['gatewayaddress'],
      ports: [[2050, 'http']],
      // 9.10 leaves `authdir` out of what it says.
      path: '/opennds_auth/',
      method: 'get',
      fields: { tok: { own: 'folded' }, redir: { own: 'returnUrl' } },
      isWithoutRadius: true,
    },
  ],
  hidden: ['fas', 'iv', 'hid'],
  proof: 'gateway',
  unpack,
  fold: (_ticket, { hid }, { faskey }) => {
    if (!hid || !faskey) throw new Unfit(hid ? 'the gateway has no faskey here' : 'the redirect has no hid');
    return sha256(hid + faskey).toString('hex');
  },
};

/** `fas` is base64 of `name=value, name=value`: as it is at level 1, encrypted with the `faskey` at level 2. */
function unpack({ fas = '', iv }: RedirectValues, { faskey }: SharedWords): ReturnType<NonNullable<Maker['unpack']>> {
  if (!fas) return undefined;
  // It does not always encode the + of base64.
  const packed = Buffer.from(fas.replaceAll(' ', '+'), 'base64').toString('utf8');
  const text = iv === undefined ? packed : deciphered(packed, iv, faskey);
  if (text === undefined) return undefined;
  const pairs = text.split(', ').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at), plain(pair.slice(at + 1))] as const] : [];
  });
  const values: RedirectValues = Object.fromEntries(pairs);
  return values.hid ? { values, proof: iv === undefined ? 'gateway' : 'signed' } : undefined;
}

/** AES-256-CBC in base64 once more; PHP fills a key with zeros that is too short, and cuts one that is too long. */
function deciphered(packed: string, iv: string, faskey: string | undefined): string | undefined {
  const vector = Buffer.from(iv);
  if (!faskey || vector.length !== 16) return undefined;
  const key = Buffer.alloc(32);
  Buffer.from(faskey).copy(key);
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, vector);
    return Buffer.concat([decipher.update(Buffer.from(packed, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function plain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
