import { kisiLimit } from '../../src/connectors/access/kisi/kisi.client.js';
import { changeOfMember } from '../../src/connectors/access/kisi/kisi.mapping.js';
import type { KisiMember } from '../../src/connectors/access/kisi/kisi.wire.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector } from '../../src/provisioning/connector/connector.js';
import {
  outsideOf,
  posted,
  readOften,
  type RestOutside,
  restRig,
  storedMessage,
} from '../connector-contract/rest-rig.js';
import type { Recording, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { KisiSimulator, kisiSignatureHeader } from '../simulators/kisi/kisi-simulator.js';

export const signatureKey = 'signature-key-0123456789';

export interface KisiOutside extends RestOutside<KisiSimulator> {
  readonly clock: ManualClock;
}

/** A building on a socket and the settings that reach it; connector and building share one clock. */
export async function outside(settings: SettingValues = {}): Promise<KisiOutside> {
  const clock = new ManualClock();
  const simulator = await KisiSimulator.start({ clock });
  return outsideOf(
    simulator,
    { base_url: simulator.url, api_key: simulator.apiKey, signature_key: signatureKey, ...settings },
    { clock },
  );
}

/** `count` members, and their keys: the ids of their users. */
export function fill({ building }: KisiSimulator, count: number): { ids: number[]; keys: string[] } {
  const ids = Array.from({ length: count }, (_, index) =>
    building.invite(`Member ${index}`, `member${index}@example.com`),
  );
  return { ids, keys: ids.map((id) => String(building.members.get(id)!.user_id)) };
}

function hook(body: object, { key = signatureKey, hasPrefix = true } = {}) {
  return posted(body, { 'x-signature': kisiSignatureHeader(JSON.stringify(body), key, hasPrefix) });
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
  return connector.receives!.interpret(storedMessage(event));
}

const valid = { api_key: 'kisi-key-0123456789abcdef', signature_key: signatureKey };

export const kisiRig = restRig<KisiOutside>({
  outside,
  fill: ({ simulator }, count) => fill(simulator, count).keys,
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
  strangers: { api_key: 'somebody-elses-key' },
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
  snapshots: { many: 210 },
  reads: ({ simulator }) => {
    const { ids, keys } = fill(simulator, 3);
    return {
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
  limit: kisiLimit,
  busy: readOften(70, (index) => ({ of: 'parent', key: `member/${index + 1}` })),
});
