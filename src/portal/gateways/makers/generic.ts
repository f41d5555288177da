import type { Gateway } from '../../../console/gateways/gateway.js';
import type { HandOverSettings } from '../../../console/gateways/hand-over-settings.js';
import type { Filling, Maker } from './maker.js';
import { makers } from './makers.js';

/** The row of a gateway's make; vendor generic has it as a setting of the gateway. */
export function makerOf({ vendor, handOver }: Pick<Gateway, 'vendor' | 'handOver'>): Maker {
  if (vendor !== 'generic') return makers[vendor];
  return handOver ? rowOf(handOver) : noHandOver;
}

/** Made once for settings as they were read: every phone that joins asks for the row. */
const rows = new WeakMap<HandOverSettings, Maker>();

function rowOf(settings: HandOverSettings): Maker {
  const known = rows.get(settings);
  if (known) return known;
  const row = generic(settings);
  rows.set(settings, row);
  return row;
}

const noHandOver: Maker = { tells: {}, logins: [], proof: 'none' };

/** A login by the guest's browser, as the gateway's record describes it. */
function generic(settings: HandOverSettings): Maker {
  const { mac_in: mac, address_in: address, error_in: error, scheme = 'https', method = 'post', path } = settings;
  const { username_field: username, password_field: password, return_field: returnTo, sent_back: back = [] } = settings;
  const fields: [string, Filling][] = [
    ...Object.entries(settings.fixed ?? {}),
    ...back.map((name): [string, Filling] => [name, { sent: name }]),
    [username, { own: 'username' }],
    [password, { own: 'ticket' }],
    ...(returnTo === undefined ? [] : [[returnTo, { own: 'returnUrl' }] as [string, Filling]]),
  ];
  return {
    tells: { clientMac: [mac] },
    ...(error === undefined
      ? {}
      : { problem: { in: error, words: [[/^\s*$/, null]] as const, otherwise: 'refused' as const } }),
    logins: [
      {
        hostIn: address === undefined ? [] : [address],
        ports: [[settings.port ?? (scheme === 'https' ? 443 : 80), scheme]],
        path,
        method,
        fields: Object.fromEntries(fields),
      },
    ],
    // Fields that go back may let somebody in, so reports leave them out.
    hidden: back,
    proof: 'gateway',
  };
}
