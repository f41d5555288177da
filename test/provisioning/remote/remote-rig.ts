import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type {
  ConsoleOperation,
  OperationOutcome,
  WifiConsole,
} from '../../../src/provisioning/wifi-console/port/wifi-console.js';
import {
  RemoteConsoleSimulator,
  type SimulatorOptions,
} from '../../simulators/remote-console/remote-console-simulator.js';
import type { SeenRequest } from '../../simulators/remote-console/seen-request.js';
import { createUser } from '../../wifi-console-contract/operations.js';
import { type RemoteSettings, type RemoteWorld, remoteWorld } from './remote-world.js';

export const isPost = ({ method }: SeenRequest): boolean => method === 'POST';
export const isBulk = ({ path }: SeenRequest): boolean => path.startsWith('/bulk');

export async function only(outcomes: Promise<OperationOutcome[]>): Promise<OperationOutcome> {
  return (await outcomes)[0];
}

export function thirty(name: string): ConsoleOperation[] {
  return Array.from({ length: 30 }, (_, index) => createUser(`${name}-${index}`));
}

export function statusesOf(outcomes: readonly OperationOutcome[]): string[] {
  return [...new Set(outcomes.map(({ status }) => status))];
}

/** For one test file: a database, and a simulated console for each test that is closed after it. */
export class RemoteRig {
  world: RemoteWorld;
  simulator: RemoteConsoleSimulator;

  constructor() {
    beforeAll(async () => {
      this.world = await remoteWorld();
    });
    afterAll(async () => {
      await this.world.close();
    });
    afterEach(async () => {
      await this.simulator.close();
    });
  }

  /** Starts a console with extensions and without a limit, unless told otherwise. */
  async start(options: Partial<SimulatorOptions> = {}, target: Partial<RemoteSettings> = {}): Promise<WifiConsole> {
    this.simulator = await RemoteConsoleSimulator.start({ mode: 'extended', ratePerMinute: 100_000, ...options });
    return this.world.process().console({ base_url: this.simulator.address, token: this.simulator.token, ...target });
  }

  /** An account that somebody made at the console itself. */
  madeByHand(username: string): string {
    return (this.simulator.organization().createUser({ username }).body as { id: string }).id;
  }
}
