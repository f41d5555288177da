import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import type { VendorFile } from '../../src/connectors/vendor-file/vendor-file.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { faulty, gone } from './faulty.js';
import type { ConnectorRig, Outside, PollsRig, ReadsRig, ReceivesRig, SettingValues } from './rig.js';

export interface VendorOutside extends Outside {
  readonly simulator: VendorSimulator;
  readonly clock: ManualClock;
}

/** The stage that the kit plays on, made from a vendor's file alone. */
export function vendorFileRig(file: VendorFile): ConnectorRig {
  const valid = validSettings(file);
  const many = Math.max(25, ...[file.list, file.changes].map((list) => (list?.paging.size ?? 25) * 2 + 5));
  const isOnePage = file.list.paging.style === 'none';
  return {
    settings: { valid, invalid: invalidSettings(file) },
    test: {
      reachable: () => populated(file, 3),
      unreachable: async () => gone(await vendorOutside(file)),
      refused: async () => {
        const outside = await vendorOutside(file);
        return { ...outside, settings: { ...outside.settings, ...strangersSecrets(file) } };
      },
      withdrawn: async (right) => {
        const outside = await populated(file, 3);
        outside.simulator.withdrawn.add(right);
        return outside;
      },
    },
    recordings: {
      folder: file.samples.map(({ title, record }) => ({ title, record })),
      changes: ({ record }, connector) =>
        connector.pasted!({ body: answerWith(file, record), receivedAt: '2026-05-14T13:12:04.000Z', sequence: '1' }),
    },
    snapshots: {
      many,
      isOnePage,
      start: (count) => populated(file, count),
      startCutOff: async (count) => {
        const outside = await populated(file, count);
        outside.simulator.faults.cutAfterPages = 1;
        return outside;
      },
    },
    ...(file.changes ? { polls: pollsRig(file, many) } : {}),
    ...(file.record ? { reads: readsRig(file) } : {}),
    ...(file.webhook ? { receives: receivesRig(file, valid) } : {}),
    errors: {
      start: async (fault) => faulty(fault, await populated(file, 3)),
      call: (connector, signal) => listed(connector, signal),
      // Of a list, a status says that it is asked for in the wrong way.
      codes: { 404: 'settings_invalid', 409: 'upstream_broken', 422: 'settings_invalid' },
    },
    manners: {
      limit: tightest(file),
      start: async () => {
        const outside = await populated(file, 1);
        return { ...outside, requests: () => outside.simulator.asked.length };
      },
      busy: async (connector, signal) => {
        // What is joined takes two requests more.
        const lists = Math.ceil(file.limit.requests / (file.joins ? 3 : 1)) + 5;
        for (let count = 0; count < lists; count += 1) await listed(connector, signal);
      },
    },
  };
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
export async function vendorOutside(file: VendorFile): Promise<VendorOutside> {
  const clock = new ManualClock();
  const simulator = await VendorSimulator.start(file, { now: () => clock.milliseconds() });
  return { simulator, clock, settings: simulator.settings, written: () => 0, stop: () => simulator.stop() };
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

function readsRig(file: VendorFile): ReadsRig {
  return {
    start: async () => {
      const outside = await populated(file, 3);
      const { keys } = outside;
      return {
        ...outside,
        existing: keys.map((key) => ({ of: 'record', key })),
        missing: [{ of: 'record', key: 'nobody-of-ours' }],
      };
    },
  };
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
  return { method: 'POST', path: '/', headers, body: Buffer.from(body), remoteAddress: '203.0.113.9' };
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

async function listed(connector: Connector, signal: AbortSignal): Promise<void> {
  for await (const page of connector.snapshots!.all(null, signal)) if (page.complete) return;
}
