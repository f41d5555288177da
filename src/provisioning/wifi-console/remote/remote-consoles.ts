import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import { Problem } from '../../../kernel/errors.js';
import { HttpClient } from '../../../kernel/http-client.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { sha256 } from '../../../kernel/secrets.js';
import type { Connection } from '../../connection/connection.js';
import type { WifiConsole } from '../port/wifi-console.js';
import { RemoteAddress } from './remote-address.js';
import { RemoteBudget } from './remote-budget.js';
import { RemoteBudgetRepository } from './remote-budget.repository.js';
import { RemoteConsoleClient } from './remote-console.client.js';
import { RemoteWifiConsole } from './remote-wifi-console.js';

/**
 * Remote consoles of this process: one for each target as it is now, one rate budget for each console address and key.
 */
@Injectable()
export class RemoteConsoles {
  private readonly consoles = new LRUCache<string, RemoteWifiConsole>({ max: 1000 });
  private readonly budgets = new LRUCache<string, RemoteBudget>({ max: 1000 });
  private readonly process: string;

  constructor(
    private readonly http: HttpClient,
    private readonly rows: RemoteBudgetRepository,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {
    this.process = ids.next();
  }

  /** The same console for every connection with the same `targetKey`. Throws `Problem` if the target is incomplete. */
  for({ target, targetKey, targetToken }: Connection): WifiConsole {
    if (target.console !== 'remote') throw new Error('Only a remote target has a remote console');
    if (!targetToken)
      throw Problem.invalid([{ pointer: '#/target/token', detail: 'The API key of the remote console is missing' }]);
    if (!(target.rate_per_minute >= 1))
      throw Problem.invalid([{ pointer: '#/target/rate_per_minute', detail: 'rate_per_minute is a number from 1' }]);
    // Everything that it depends on: targetKey names the console, and stays the same when its API key changes.
    const key = sha256(JSON.stringify([targetKey, Object.entries(target).sort(), targetToken])).toString('base64url');
    const known = this.consoles.get(key);
    if (known) return known;
    const address = new RemoteAddress({
      baseUrl: target.base_url,
      organizationId: target.organization_id,
      organizationStyle: target.organization_style,
    });
    const { clock, ids, log } = this;
    const tools = { clock, ids, log: log.with({ console: address.origin }) };
    const client = new RemoteConsoleClient(
      this.http,
      address,
      targetToken,
      this.budgetFor(address.origin, targetToken, target.rate_per_minute),
      tools,
    );
    const made = new RemoteWifiConsole(client, tools, target.bulk);
    this.consoles.set(key, made);
    return made;
  }

  private budgetFor(origin: string, token: string, perMinute: number): RemoteBudget {
    const budget = sha256(`${origin}\n${token}`).toString('hex');
    const key = `${budget} ${perMinute}`;
    const made =
      this.budgets.get(key) ??
      new RemoteBudget(
        this.rows,
        this.clock,
        this.chance,
        { budget, process: `${this.process} ${perMinute}` },
        perMinute,
      );
    this.budgets.set(key, made);
    return made;
  }
}
