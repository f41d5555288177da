import { HttpService } from '@nestjs/axios';
import { AxiosHttpClient } from '../../../src/kernel/axios-http-client.js';
import { Clock, SystemClock } from '../../../src/kernel/clock.js';
import { type Context, systemContext, usherOrganizationId } from '../../../src/kernel/context.js';
import { RandomIds } from '../../../src/kernel/ids.js';
import { SilentLog } from '../../../src/kernel/log.js';
import type { Connection, Target } from '../../../src/provisioning/connection/connection.js';
import type { WifiConsole } from '../../../src/provisioning/wifi-console/port/wifi-console.js';
import { RemoteConsoles } from '../../../src/provisioning/wifi-console/remote/remote-consoles.js';
import { RemoteBudgetEntity } from '../../../src/provisioning/wifi-console/remote/remote-budget.entity.js';
import { RemoteBudgetRepository } from '../../../src/provisioning/wifi-console/remote/remote-budget.repository.js';
import { freshDatabase } from '../../database/fresh-database.js';
import { SeededChance } from '../../kernel/manual-clock.js';

export type RemoteSettings = Partial<Extract<Target, { console: 'remote' }>> & {
  readonly base_url: string;
  readonly token: string;
};

/** The parts of a connection that say where its operations go. */
function connectionTo({ token, ...target }: RemoteSettings): Connection {
  const whole: Target = {
    console: 'remote',
    organization_id: null,
    organization_style: 'header',
    rate_per_minute: 100_000,
    bulk: 'auto',
    ...target,
  };
  // As a connection has it whose key was changed since: the console's name does not tell its key.
  const targetKey = JSON.stringify([whole.base_url, whole.organization_id]);
  return { target: whole, targetToken: token, targetKey } as unknown as Connection;
}

export const context: Context = systemContext(usherOrganizationId, 'test');

/** A database, and remote consoles as each process on it has them. */
export interface RemoteWorld {
  /** A process of its own: shares nothing with others but the database. */
  process(clock?: Clock): { console(settings: RemoteSettings): WifiConsole };
  close(): Promise<void>;
}

export async function remoteWorld(): Promise<RemoteWorld> {
  const fresh = await freshDatabase([RemoteBudgetEntity]);
  const http = new AxiosHttpClient(new HttpService(), { allowPrivateTargets: true });
  return {
    process: (clock = new SystemClock()) => {
      const consoles = new RemoteConsoles(
        http,
        new RemoteBudgetRepository(fresh.database),
        clock,
        new SeededChance(),
        new RandomIds(clock),
        new SilentLog(),
      );
      return { console: (settings) => consoles.for(connectionTo(settings)) };
    },
    close: () => fresh.close(),
  };
}
