import type { InboundRequest } from '../../src/provisioning/connector/connector.js';
import type { ConnectorRig, Recording } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { HotelMessages, type MakerOptions } from '../simulators/htng/hotel-messages.js';

const secret = 'lindenhof-0123456789';
export const valid = {
  hotel_code: 'LINDV',
  proof: 'ws-security',
  username: 'usher',
  secret,
  time_zone: 'Europe/Vienna',
};
/** Of the kit's clock. */
const now = () => new ManualClock().now();

export function maker(options: Partial<MakerOptions> = {}): HotelMessages {
  return new HotelMessages({ hotel: 'LINDV', username: 'usher', secret, proof: 'digest', now, ...options });
}

export function posted(of: HotelMessages, body: string): InboundRequest {
  return { method: 'POST', path: '', headers: of.headers(), body: Buffer.from(body), remoteAddress: '203.0.113.9' };
}

export const jana = { profile: 'G1', firstName: 'Jana', lastName: 'Nováková', email: 'Jana@Example.org' };
export const sean = { profile: 'G2', firstName: 'Seán', lastName: 'O’Brien' };
export const stay = {
  reservation: '919412',
  room: '412',
  arrival: '2026-05-14',
  departure: '2026-05-17',
  guests: [jana, sean],
  group: 'LIN2605',
};

const ours = maker();
const request = (body: string) => posted(ours, body);

export const htngRig: ConnectorRig = {
  settings: {
    valid,
    invalid: {
      hotel_code: ' LINDV',
      proof: 'none',
      username: 'two words',
      secret: 'short',
      time_zone: 'Vienna',
      arrival_time: '3 pm',
      departure_time: '25:00',
      site: ' ',
    },
  },
  test: null,
  recordings: {
    folder: new URL('../../src/connectors/pms/htng/recordings/', import.meta.url),
    changes: ({ body, receivedAt = '2026-05-14T13:12:04.000Z' }: Recording, connector) =>
      connector.receives!.interpret({
        body: Buffer.from((body as string[]).join('')),
        receivedAt,
        sequence: '00000000000000000042',
      }),
  },
  receives: {
    settings: valid,
    genuine: () => [
      request(ours.checkIn(stay)),
      request(ours.move({ ...stay, room: '518' }, '412')),
      request(ours.checkOut(stay)),
      request(ours.reserve(stay)),
      request(ours.cancel('919412')),
      ...[maker({ proof: 'text', soap: '1.2', namespace: 'http://htng.org/2010B' })].map((of) =>
        posted(of, of.update(stay)),
      ),
    ],
    forged: () => {
      const other = maker({ secret: 'somebody-elses-0123456789' });
      const late = maker({ now: () => new Date(now().getTime() - 3_600_000) });
      const text = maker({ proof: 'text', secret: 'somebody-elses-0123456789' });
      const named = maker({ username: 'somebody' });
      const bare = maker({ proof: 'bearer' });
      return [
        posted(other, other.checkIn(stay)),
        posted(late, late.checkIn(stay)),
        posted(text, text.checkIn(stay)),
        posted(named, named.checkIn(stay)),
        posted(bare, bare.checkIn(stay)),
        request('<Envelope>'),
        request(''),
        request('{"not xml'),
      ];
    },
    unknown: () => request(ours.roomStatus()),
  },
};
