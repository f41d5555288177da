import { attempt } from '../radius/eapol.js';
import { radclient } from '../radius/radclient.js';
import { sharedSecret } from '../radius/around.js';
import { pause } from '../e2e/until.js';

export interface TriedLogin {
  readonly method: 'PAP' | 'PEAP';
  /** Answered `Access-Accept`, `Access-Reject`, or nothing until the access point gave up. */
  readonly packet: string | null;
  readonly seconds: number;
}

/** As access points do it: the same packet again, some seconds later. */
const insistence = { times: 5, seconds: 3 };
const betweenMilliseconds = 200;

async function byPap(port: number, from: string, name: string, password: string): Promise<string | null> {
  const attributes = [
    `Packet-Src-IP-Address = ${from}`,
    `User-Name = "${name}"`,
    `User-Password = "${password}"`,
    'Calling-Station-Id = "AA-BB-CC-00-11-22"',
    'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
    'Message-Authenticator = 0x00',
  ];
  return (await radclient(port, 'auth', attributes, sharedSecret, insistence)).packet;
}

async function byPeap(port: number, from: string, name: string, password: string): Promise<string | null> {
  const lines = ['eap=PEAP', `identity="${name}"`, `password="${password}"`, 'phase2="auth=MSCHAPV2"'];
  const said = await attempt(port, lines, {}, { seconds: insistence.times * insistence.seconds, from });
  (await import('node:fs')).appendFileSync('/tmp/cp-eapol.log', new Date().toISOString() + '\n' + said + '\n=====\n');
  return ['Access-Accept', 'Access-Reject'].find((packet) => said.includes(`(${packet})`)) ?? null;
}

/** One person who signs in again and again by each way, at an access point of this address, until told to stop. */
export function signingIn(port: number, from: string, name: string, password: string) {
  const tried: TriedLogin[] = [];
  let isToStop = false;
  const again = async (method: TriedLogin['method'], once: typeof byPap) => {
    while (!isToStop) {
      const begun = performance.now();
      const packet = await once(port, from, name, password);
      tried.push({ method, packet, seconds: (performance.now() - begun) / 1000 });
      await pause(betweenMilliseconds);
    }
  };
  const ended = Promise.all([again('PAP', byPap), again('PEAP', byPeap)]);
  return {
    tried,
    stop: async () => {
      isToStop = true;
      await ended;
      return tried;
    },
  };
}
