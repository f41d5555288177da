import { createServer, type AddressInfo } from 'node:net';
import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import type {
  ConnectorRig,
  ListeningOutside,
  Outside,
  Recording,
  SettingValues,
} from '../../../../test/connector-contract/rig.js';
import { SimulatedHotel } from '../../../../test/simulators/fias/hotel.js';
import type { Connector } from '../../../provisioning/connector/connector.js';
import { fias } from './fias.connector.js';
import { bytesOf } from './fias.text.js';

const authKey = 'FidCrypt0S|AAECAwQFBgcICQoLDA0ODw==';
const valid = {
  host: '127.0.0.1',
  port: 5010,
  encoding: 'utf-8',
  mode: 'guest',
  time_zone: 'Europe/Vienna',
  check_out_time: '11:00',
  site: 'lindenhof',
  charge_currency: 'EUR',
  sales_outlet: '4',
  auth_key: authKey,
};

/** A hotel on an unkind line, reached with the right key. */
async function hotel(): Promise<ListeningOutside> {
  const lindenhof = new SimulatedHotel({ authKey, splitPackets: true, noise: true });
  await lindenhof.start();
  let room = 100;
  return {
    settings: { ...valid, port: lindenhof.port },
    written: () => lindenhof.ifc.received.length,
    stop: () => lindenhof.stop(),
    linked: () => lindenhof.ifc.isAlive,
    happen: () => lindenhof.checkIn({ room: String((room += 1)), lastName: 'Nováková', firstName: 'Jana' }),
    sendMalformed: () => lindenhof.ifc.sendText('GI|RN412|GNNováková|'),
    drop: () => lindenhof.loseLink(),
  };
}

async function nobodyThere(): Promise<Outside> {
  const { port, close } = await server(() => {});
  await close();
  return outside({ ...valid, port }, async () => {});
}

async function hangsUp(): Promise<Outside> {
  const { port, close } = await server((socket) => socket.end());
  return outside({ ...valid, port }, close);
}

async function server(accept: (socket: import('node:net').Socket) => void) {
  const listening = createServer(accept);
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (listening.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        listening.close(() => resolve());
      }),
  };
}

function outside(settings: SettingValues, stop: () => Promise<void>): Outside {
  return { settings, written: () => 0, stop };
}

/** A recording holds one record or several, as text, in the order they came. */
function changesOf(recording: Recording, connector: Connector) {
  return (recording.records as string[]).flatMap((record, index) =>
    connector.listens!.interpret({
      body: bytesOf(record, 'utf-8'),
      receivedAt: recording.receivedAt ?? '2026-05-14T13:12:05.000Z',
      sequence: String(index + 1).padStart(16, '0'),
    }),
  );
}

const rig: ConnectorRig = {
  settings: {
    valid,
    invalid: {
      host: 'pms server!',
      port: 70_000,
      encoding: 'morse',
      mode: 'bed',
      time_zone: 'Vienna',
      check_out_time: '25:00',
      site: ' ',
      alive_check_seconds: 1,
      resync_after_hours: 0,
      language_codes: 'PO=pl',
      email_field: 'A10',
      phone_field: 'GN',
      membership_program_field: 'a1',
      membership_level_field: '3',
      company_field: '',
      room_type_field: 'B1',
      rate_field: 'A',
      charge_currency: 'euro',
      sales_outlet: 'bar',
      charge_to: 'bar',
      auth_key: 'secret',
    },
  },
  test: { reachable: hotel, unreachable: nobodyThere, refused: hangsUp },
  recordings: { folder: new URL('recordings/', import.meta.url), changes: changesOf },
  listens: { start: hotel },
};

describeConnector(fias, rig);
