import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import type { VendorCharges, VendorFile } from '../../src/connectors/vendor-file/vendor-file.js';
import type { InboundRequest } from '../../src/provisioning/connector/connector.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { listed, outsideOf, posted, type RestOutside, restRig } from './rest-rig.js';
import { TokensInMemory } from './tokens-in-memory.js';
import type { ChargesRig, ConnectorRig, PollsRig, ReceivesRig, SettingValues } from './rig.js';

export interface VendorOutside extends RestOutside<VendorSimulator> {
  readonly clock: ManualClock;
}

/** The stage that the kit plays on, made from a vendor's file alone. */
export function vendorFileRig(file: VendorFile, folder?: URL): ConnectorRig {
  const valid = validSettings(file);
  const many = Math.max(25, ...[file.list, file.changes].map((list) => (list?.paging.size ?? 25) * 2 + 5));
  return restRig<VendorOutside>({
    outside: (settings) => vendorOutside(file, settings),
    fill: add,
    settings: { valid, invalid: invalidSettings(file) },
    strangers: strangersSecrets(file),
    tested: () => populated(file, 3),
    recordings: {
      folder: file.samples.map(({ title, record }) => ({ title, record })),
      changes: ({ record }, connector) =>
        connector.pasted!({ body: answerWith(file, record), receivedAt: '2026-05-14T13:12:04.000Z', sequence: '1' }),
    },
    spec: file.spec && folder && { ...file.spec, document: new URL(file.spec.file, folder) },
    snapshots: { many, isOnePage: file.list.paging.style === 'none' },
    polls: file.changes && pollsRig(file, many),
    reads: file.record && ((world) => readsOf(add(world, 3))),
    receives: file.webhook && receivesRig(file, valid),
    charges: file.charges && chargesRig(file, file.charges),
    errors: {
      // Of a list, a status says that it is asked for in the wrong way.
      codes: { 404: 'settings_invalid', 409: 'upstream_broken', 422: 'settings_invalid' },
    },
    limit: tightest(file),
    mannered: () => populated(file, 1),
    busy: async (connector, signal) => {
      // What is joined takes one request more, or several.
      const lists = Math.ceil(file.limit.requests / (file.joins ? 2 : 1)) + 5;
      for (let count = 0; count < lists; count += 1) await listed(connector, signal);
    },
  });
}

/** What stops a process first while the clock stands still. */
function tightest({ limit }: VendorFile): NonNullable<ConnectorRig['manners']>['limit'] {
  const { requests, window_seconds: windowSeconds } =
    limit.by_address && limit.by_address.requests < limit.requests ? limit.by_address : limit;
  return { requests, windowSeconds };
}

/** Where each record needs a request of its own, a list would wait for its budget; the kit's clock stands still. */
export function roomy(file: VendorFile): VendorFile {
  const isDetailed = Object.values(file.joins ?? {}).some(({ record }) => record);
  return isDetailed ? { ...file, limit: { ...file.limit, requests: 600 } } : file;
}

/** A simulator and the settings that reach it; connector and simulator share one clock. */
export async function vendorOutside(file: VendorFile, settings: SettingValues = {}): Promise<VendorOutside> {
  const clock = new ManualClock();
  const simulator = await VendorSimulator.start(file, { now: () => clock.milliseconds() });
  const tokens = file.sign_in.type === 'refresh_token' ? new TokensInMemory() : undefined;
  return outsideOf(simulator, { ...simulator.settings, ...settings }, { clock, tokens });
}

async function populated(file: VendorFile, count: number) {
  const outside = await vendorOutside(file);
  return { ...outside, keys: add(outside, count) };
}

function add({ simulator }: VendorOutside, count: number): string[] {
  return Array.from({ length: count }, () => simulator.records.add());
}

function pollsRig(file: VendorFile, many: number): PollsRig {
  const changed = async (count: number) => {
    const outside = await vendorOutside(file);
    add(outside, 10);
    // Beyond what each poll goes back, in days: some vendors are asked by day.
    await outside.clock.advance(4 * 86_400);
    return { ...outside, since: { since: outside.clock.instant() }, keys: add(outside, count) };
  };
  return {
    many,
    isOnePage: file.changes!.paging.style === 'none',
    start: changed,
    startWithMalformed: async (count) => {
      const outside = await changed(count);
      const [{ path }] = [file.mapping.key].flat();
      outside.simulator.records.add({ [path]: null });
      return outside;
    },
  };
}

function chargesRig(file: VendorFile, words: VendorCharges): ChargesRig {
  return {
    isRecognised: words.known !== undefined,
    start: async () => {
      const outside = await vendorOutside(file);
      const { charges, faults, records } = outside.simulator;
      const currency = String(outside.simulator.settings[words.currency]);
      return {
        ...outside,
        charge: {
          number: 17,
          room: '412',
          reservation: records.add(),
          amount: 490,
          currency,
          item: 'Wi-Fi: fast & far',
        },
        booked: () => charges.booked.length,
        refuse: () => {
          charges.refuses = words.refused ? 0 : 'unhealthy';
        },
        lose: () => {
          faults.lostCharges = 1;
        },
      };
    },
  };
}

function readsOf(keys: readonly string[]) {
  const hint = (key: string) => ({ of: 'record' as const, key });
  return { keys, existing: keys.map(hint), missing: [hint('nobody-of-ours')] };
}

function receivesRig(file: VendorFile, settings: SettingValues): ReceivesRig {
  const { samples } = file.webhook!;
  const messages = (values: SettingValues) => samples.map(({ message }) => requestOf(file, values, message));
  return {
    settings,
    genuine: () => messages(settings),
    forged: () => {
      const [genuine] = messages(settings);
      const stranger = messages({ ...settings, [file.webhook!.secret]: 'c29tZWJvZHktZWxzZXMtc2VjcmV0LTEyMw==' });
      return [...stranger, { ...genuine, headers: {} }, { ...stranger[0], body: Buffer.from('{"not json') }];
    },
    unknown: () => requestOf(file, settings, { simulated: 'something that nobody has heard of' }),
  };
}

function requestOf(file: VendorFile, settings: SettingValues, message: unknown): InboundRequest {
  const { body, headers } = VendorSimulator.message(file, settings, message, new ManualClock().milliseconds());
  return posted(body, headers, '/');
}

function validSettings(file: VendorFile): SettingValues {
  return Object.fromEntries(
    Object.entries(file.settings).map(([name, { default: initial, examples }]) => [name, initial ?? examples?.[0]]),
  );
}

/** No text where a text is due. */
function invalidSettings(file: VendorFile): SettingValues {
  return Object.fromEntries(
    Object.entries(file.settings).map(([name, { type = 'string', format }]) => {
      if (type !== 'string') return [name, 'no such value'];
      return [name, format ? 'neither address nor zone' : 5];
    }),
  );
}

function strangersSecrets(file: VendorFile): SettingValues {
  return Object.fromEntries(
    Object.entries(file.settings)
      .filter(([name, { secret }]) => secret && name !== file.webhook?.secret)
      .map(([name]) => [name, 'somebody-elses-secret']),
  );
}

function answerWith({ list }: VendorFile, record: unknown): Buffer {
  const wrapped = list.records
    .split('/')
    .slice(1)
    .reduceRight<unknown>((inner, token) => ({ [token]: inner }), [record]);
  return Buffer.from(JSON.stringify(wrapped));
}
