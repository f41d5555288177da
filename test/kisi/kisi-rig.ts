import { kisiLimit } from '../../src/connectors/access/kisi/kisi.client.js';
import { changeOfMember } from '../../src/connectors/access/kisi/kisi.mapping.js';
import type { KisiMember } from '../../src/connectors/access/kisi/kisi.wire.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';
import { faulty, gone } from '../connector-contract/faulty.js';
import type { ConnectorRig, Outside, Recording, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { KisiSimulator, kisiSignatureHeader } from '../simulators/kisi/kisi-simulator.js';

export const signatureKey = 'signature-key-0123456789';

export interface KisiOutside extends Outside {
  readonly simulator: KisiSimulator;
  readonly clock: ManualClock;
}

/** A building on a socket and the settings that reach it; connector and building share one clock. */
export async function outside(settings: SettingValues = {}): Promise<KisiOutside> {
  const clock = new ManualClock();
  const simulator = await KisiSimulator.start({ clock });
  return {
    simulator,
    clock,
    settings: { base_url: simulator.url, api_key: simulator.apiKey, signature_key: signatureKey, ...settings },
    written: () => simulator.written,
    stop: () => simulator.stop(),
  };
}

/** `count` members, and their keys: the ids of their users. */
export function fill({ building }: KisiSimulator, count: number): { ids: number[]; keys: string[] } {
  const ids = Array.from({ length: count }, (_, index) =>
    building.invite(`Member ${index}`, `member${index}@example.com`),
  );
  return { ids, keys: ids.map((id) => String(building.members.get(id)!.user_id)) };
}

async function living(count: number) {
  const world = await outside();
  return { ...world, keys: fill(world.simulator, count).keys };
}

function hook(body: unknown, { key = signatureKey, hasPrefix = true } = {}): InboundRequest {
  const text = JSON.stringify(body);
  return {
    method: 'POST',
    path: '',
    headers: { 'content-type': 'application/json', 'x-signature': kisiSignatureHeader(text, key, hasPrefix) },
    body: Buffer.from(text),
    remoteAddress: '203.0.113.9',
  };
}

const unlock = {
  uuid: 'd7cf0237-a492-4e5d-b20c-f58fc3ef4eff',
  actor_type: 'User',
  actor_id: 48211,
  actor_name: 'Ada Lovelace',
  object_type: 'Lock',
  object_id: 1234,
  object_name: 'Main Entrance',
  organization_id: 77,
  place_id: 501,
  success: true,
  type: 'lock.unlock',
  error_code: null,
  error_message: null,
  created_at: '2026-11-20T08:59:02Z',
};

/** A recording is an event, or a member as it was read. */
function meaningOf({ event, member }: Recording, connector: Connector): readonly Change[] {
  if (member) return [changeOfMember(member as KisiMember)];
  return connector.receives!.interpret({
    body: Buffer.from(JSON.stringify(event)),
    receivedAt: '2026-11-20T08:59:03.000Z',
    sequence: '0000000000000001',
  });
}

const valid = { api_key: 'kisi-key-0123456789abcdef', signature_key: signatureKey };

export const kisiRig: ConnectorRig = {
  settings: {
    valid,
    invalid: {
      base_url: 'api.kisi.io/',
      api_key: 'two words',
      signature_key: 'short',
      place_id: 'head office',
      lock_ids: 'all',
    },
  },
  test: {
    reachable: () => outside(),
    unreachable: async () => gone(await outside()),
    refused: () => outside({ api_key: 'somebody-elses-key' }),
    withdrawn: async (right) => {
      const world = await outside();
      world.simulator.withdrawn.add(right);
      return world;
    },
  },
  recordings: { folder: new URL('../../src/connectors/access/kisi/recordings/', import.meta.url), changes: meaningOf },
  receives: {
    settings: { ...valid, place_id: '501' },
    genuine: () => [
      hook(unlock),
      hook(unlock, { hasPrefix: false }),
      hook({ ...unlock, type: 'member.update', object_type: 'Member', object_id: 9001 }),
    ],
    ofAnother: () => [hook({ ...unlock, place_id: 502 })],
    forged: () => [
      hook(unlock, { key: 'somebody-elses-key-0123' }),
      { ...hook(unlock), headers: {} },
      { ...hook(unlock), body: Buffer.from('{"not json') },
      { ...hook(unlock), headers: { 'x-signature': 'sha256=' } },
    ],
    unknown: () => hook({ ...unlock, type: 'lock.tailgate' }),
  },
  snapshots: {
    start: living,
    many: 210,
    startCutOff: async (count) => {
      const world = await living(count);
      world.simulator.faults.cutAfterPages = 1;
      return world;
    },
  },
  reads: {
    start: async () => {
      const world = await outside();
      const { ids, keys } = fill(world.simulator, 3);
      return {
        ...world,
        keys: keys.slice(0, 2),
        existing: [
          { of: 'parent', key: `member/${ids[0]}` },
          { of: 'record', key: keys[1] },
        ],
        missing: [
          { of: 'parent', key: 'member/1' },
          { of: 'record', key: '2' },
        ],
      };
    },
  },
  errors: {
    start: async (fault) => faulty(fault, await outside()),
    call: async (connector, signal) => {
      for await (const page of connector.snapshots!.all(null, signal)) if (page) break;
    },
    // A list is always there: 404 means another server.
    codes: { 404: 'settings_invalid' },
  },
  manners: {
    limit: kisiLimit,
    start: async () => {
      const world = await outside();
      return { ...world, requests: () => world.simulator.asked.length };
    },
    busy: async (connector, signal) => {
      for (let id = 1; id <= 70; id += 1) await connector.reads!.read([{ of: 'parent', key: `member/${id}` }], signal);
    },
  },
};
