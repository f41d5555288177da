import type { ConnectorProblemCode } from '../../src/provisioning/connector/connector-problem.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';
import type { StoredMessage } from '../../src/provisioning/connector/stored-message.js';
import { faulty, gone, type HttpFaults } from './faulty.js';
import type { ConnectorRig, Fault, MannersRig, Outside, ReadsRig, SettingValues, SnapshotsRig } from './rig.js';

/** The simulator of a vendor with a REST API, as the kit plays with it. */
export interface RestSimulator {
  readonly faults: HttpFaults & { cutAfterPages?: number };
  /** Rights that the vendor does not give, where it knows them by name. */
  readonly withdrawn?: Set<string>;
  /** Requests in the order they were asked. */
  readonly asked: readonly unknown[];
  /** Requests that changed something. */
  readonly written?: number;
  stop(): Promise<void>;
}

export interface RestOutside<Simulator extends RestSimulator = RestSimulator> extends Outside {
  readonly simulator: Simulator;
}

/** A simulator and the settings that reach it. */
export function outsideOf<Simulator extends RestSimulator, More extends object>(
  simulator: Simulator,
  settings: SettingValues,
  more: More,
) {
  return { simulator, settings, written: () => simulator.written ?? 0, stop: () => simulator.stop(), ...more };
}

/** What one vendor with a REST API says about itself; the rest of its stage is the same for all of them. */
export interface RestWords<World extends RestOutside> {
  /** A simulator without records, and a connection to it with these settings, too. */
  outside(settings?: SettingValues): Promise<World>;
  /** As many living records; gives the keys that a whole list has. */
  fill(world: World, count: number): readonly string[];
  readonly settings: ConnectorRig['settings'];
  /** Settings with which the vendor does not know us. */
  readonly strangers: SettingValues;
  /** For the connection test, where an empty vendor shows less. */
  readonly tested?: () => Promise<World>;
  /** Default: its name, among those that the simulator withholds. */
  withdraw?(world: World, right: string): void;
  readonly recordings: ConnectorRig['recordings'];
  readonly spec?: ConnectorRig['spec'];
  readonly receives?: ConnectorRig['receives'];
  readonly polls?: ConnectorRig['polls'];
  readonly snapshots: Pick<SnapshotsRig, 'many' | 'isOnePage'> & {
    /** Of the simulator, where its pages are too large for a test. */
    prepare?(world: World): void;
    /** Default: 1. */
    readonly pagesBeforeCut?: number;
  };
  readonly charges?: ConnectorRig['charges'];
  readonly reads?: (world: World) => Omit<Awaited<ReturnType<ReadsRig['start']>>, keyof Outside>;
  readonly errors?: {
    readonly codes?: Partial<Readonly<Record<Fault, ConnectorProblemCode>>>;
    /** Default: a whole list. */
    call?(connector: Connector, signal: AbortSignal): Promise<unknown>;
  };
  readonly limit: MannersRig['limit'];
  readonly mannered?: () => Promise<World>;
  busy(connector: Connector, signal: AbortSignal): Promise<unknown>;
}

/** The stage of a connector that asks a REST API: what goes wrong is switched on at its simulator. */
export function restRig<World extends RestOutside>(words: RestWords<World>): ConnectorRig {
  const { outside, tested = outside, mannered = outside, snapshots, errors = {} } = words;
  const filled = async (count: number) => {
    const world = await outside();
    snapshots.prepare?.(world);
    return { ...world, keys: words.fill(world, count) };
  };
  return {
    settings: words.settings,
    test: {
      reachable: () => tested(),
      unreachable: async () => gone(await outside()),
      refused: () => outside(words.strangers),
      withdrawn: async (right) => {
        const world = await tested();
        if (words.withdraw) words.withdraw(world, right);
        else world.simulator.withdrawn!.add(right);
        return world;
      },
    },
    recordings: words.recordings,
    ...(words.spec ? { spec: words.spec } : {}),
    ...(words.receives ? { receives: words.receives } : {}),
    ...(words.polls ? { polls: words.polls } : {}),
    ...(words.charges ? { charges: words.charges } : {}),
    snapshots: {
      ...(snapshots.many === undefined ? {} : { many: snapshots.many }),
      ...(snapshots.isOnePage ? { isOnePage: true } : {}),
      start: filled,
      startCutOff: async (count) => {
        const world = await filled(count);
        world.simulator.faults.cutAfterPages = snapshots.pagesBeforeCut ?? 1;
        return world;
      },
    },
    ...(words.reads
      ? { reads: { start: () => outside().then((world) => ({ ...world, ...words.reads!(world) })) } }
      : {}),
    errors: {
      start: async (fault) => faulty(fault, await outside()),
      call: errors.call ?? listed,
      // A list is always there: 404 means another server.
      codes: errors.codes ?? { 404: 'settings_invalid' },
    },
    manners: {
      limit: words.limit,
      start: async () => {
        const world = await mannered();
        return { ...world, requests: () => world.simulator.asked.length };
      },
      busy: words.busy,
    },
  };
}

/** Reads everything there is. */
export async function listed(connector: Connector, signal: AbortSignal): Promise<void> {
  for await (const { complete } of connector.snapshots!.all(null, signal)) if (complete) return;
}

/** Reads what changed since, from an empty vendor: whoever is found should not be there. */
export function polled(since: object): NonNullable<NonNullable<RestWords<RestOutside>['errors']>['call']> {
  return async (connector, signal) => {
    for await (const { changes } of connector.polls!.changes({ ...since }, signal))
      if (changes.length > 0) throw new Error('nobody was to be there');
  };
}

/** Reads so many records that are not there, one after the other. */
export function readOften(
  count: number,
  hintOf: (index: number) => ReturnType<NonNullable<RestWords<RestOutside>['reads']>>['missing'][number],
): RestWords<RestOutside>['busy'] {
  return async (connector, signal) => {
    for (let index = 0; index < count; index += 1) await connector.reads!.read([hintOf(index)], signal);
  };
}

/** A message as it comes in. */
export function posted(body: unknown, headers: Readonly<Record<string, string>> = {}, path = ''): InboundRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(text),
    remoteAddress: '203.0.113.9',
  };
}

/** A message as it was stored. */
export function storedMessage(body: unknown, receivedAt = '2026-05-14T13:12:04.000Z'): StoredMessage {
  return { body: Buffer.from(JSON.stringify(body)), receivedAt, sequence: '0000000000000001' };
}
