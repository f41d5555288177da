import type { Check, ConnectorDefinition } from '../../../provisioning/connector/connector.js';
import { HtngDoor } from './htng.client.js';
import { htngChanges } from './htng.mapping.js';
import { HtngSettings } from './htng.settings.js';

const proofs = {
  'ws-security': 'a WS-Security user name',
  basic: 'HTTP Basic',
  bearer: 'a bearer token',
} as const;

/** Hotel systems that post HTNG's guest and room status messages: protel I/O, Infor HMS, Maestro and others. */
export const htng: ConnectorDefinition<HtngSettings> = {
  key: 'htng',
  name: 'HTNG guest and room status (protel I/O and others)',
  family: 'pms',
  factKind: 'stay',
  abilities: ['receives'],
  settings: HtngSettings,
  preset: 'hotel',
  schedule: { full: null, incremental: null },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    '1. Order the **guest and room status** interface (HTNG 2010B or later) of the hotel system, for a room or ' +
      'internet system: check-in, check-out, room move, stay update; and reservations, for accounts before arrival.',
    '2. Make the connection with the hotel code that its messages have, and a password or token of your own.',
    '3. Give the hotel system the address `/hooks/{connection id}` over HTTPS, and that password or token.',
    '4. Let it send everybody who is in house once: nothing can be asked for here.',
  ].join('\n'),
  connect: ({ settings, clock, log }) => {
    const door = new HtngDoor(settings, clock, log);
    return {
      test: () => Promise.resolve(checks(settings)),
      receives: {
        verify: async (request) => door.admit(request),
        interpret: (message) => htngChanges(message, settings),
      },
    };
  },
};

/** There is no system to ask. */
function checks({ proof, hotel_code: hotel }: HtngSettings): readonly Check[] {
  return [
    { name: 'proof', ok: true, detail: `Messages prove themselves by ${proofs[proof]}` },
    { name: 'hotel', ok: true, detail: `Messages about ${hotel} are stored; it shows with the first one` },
  ];
}
