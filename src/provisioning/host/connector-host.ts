import { Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { systemContext } from '../../kernel/context.js';
import { HttpClient } from '../../kernel/http-client.js';
import { Log } from '../../kernel/log.js';
import { Reach } from '../../kernel/reach.js';
import type { Connection } from '../connection/connection.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import { ConnectorCatalogue } from '../connector/catalogue.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import { type Connector, type ConnectorDefinition, definitionBy } from '../connector/connector.js';
import type { SharedTokens } from '../connector/held-token.js';
import { settingsOf } from '../connector/setting.js';
import { WakeUps } from '../../database/wake-ups.js';
import { FileStores } from '../inbox/files/file-stores.js';
import { AddressBudgets } from './address-budgets.js';
import { VendorTokens } from './vendor-tokens.js';

interface Live {
  readonly revision: number;
  readonly connector: Connector;
}

/** The live connectors of this process: one per connection, while its settings stay the same. */
@Injectable()
export class ConnectorHost implements OnApplicationShutdown {
  private readonly live = new Map<string, Live>();

  constructor(
    private readonly catalogue: ConnectorCatalogue,
    private readonly http: HttpClient,
    private readonly reach: Reach,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly log: Log,
    private readonly connections: ConnectionRepository,
    wakeUps: WakeUps,
    @Optional() private readonly fileStores?: FileStores,
    @Optional() private readonly tokens?: VendorTokens,
    @Optional() private readonly budgets?: AddressBudgets,
  ) {
    wakeUps.on('connections', ({ organizationId, key }) => {
      void this.recheck(organizationId, key);
    });
  }

  /** @throws ConnectorProblem settings_invalid when this build has no such connector */
  definitionOf(connection: Connection): ConnectorDefinition {
    const definition = this.catalogue.find(connection.connector);
    if (!definition) throw new ConnectorProblem('settings_invalid', `There is no connector ${connection.connector}`);
    return definitionBy(definition, connection.settings);
  }

  /** A connector for settings on trial: it is not kept. */
  trialOf(connection: Connection): Connector {
    return this.connect(connection, undefined);
  }

  /** The connection's connector, created on demand and again after a change of the connection. */
  connectorOf(connection: Connection): Connector {
    const known = this.live.get(connection.id);
    // A caller with an older version of the connection must not undo a change.
    if (known && known.revision >= connection.revision) return known.connector;
    if (known) void this.forget(connection.id);
    const connector = this.connect(connection, this.tokens?.of(connection));
    this.live.set(connection.id, { revision: connection.revision, connector });
    return connector;
  }

  async forget(connectionId: string): Promise<void> {
    const known = this.live.get(connectionId);
    this.live.delete(connectionId);
    await known?.connector.close?.().catch((error: unknown) => {
      this.log.warn({ connectionId, error: String(error) }, 'connector did not close cleanly');
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.live.keys()].map((id) => this.forget(id)));
  }

  /** A wake-up says that something about the connection changed; most changes do not concern the connector. */
  private async recheck(organizationId: string, connectionId: string): Promise<void> {
    const known = this.live.get(connectionId);
    if (!known) return;
    try {
      const connection = await this.connections.find(systemContext(organizationId, 'connector-host'), connectionId);
      if (!connection?.enabled || connection.revision !== known.revision) await this.forget(connectionId);
    } catch (error) {
      this.log.warn(
        { connectionId, error: String(error) },
        'reloading a changed connection failed; retried at its next use',
      );
    }
  }

  private connect(connection: Connection, tokens: SharedTokens | undefined): Connector {
    const definition = this.definitionOf(connection);
    return definition.connect({
      connectionId: connection.id,
      settings: filledIn(definition.settings, { ...connection.settings, ...connection.secrets }),
      http: this.http,
      reach: this.reach,
      clock: this.clock,
      chance: this.chance,
      log: this.log.with({ connectionId: connection.id, connector: connection.connector }),
      files: this.fileStores?.of(connection),
      tokens,
      budgets: this.budgets,
    });
  }
}

/**
 * An instance of the settings class: its defaults, then what the connection says. Names the class does not declare stay
 * out.
 */
function filledIn<Settings extends object>(
  type: new () => Settings,
  values: Readonly<Record<string, unknown>>,
): Settings {
  const settings = new type();
  for (const [name, { default: initial }] of settingsOf(type)) {
    const value = values[name] ?? initial;
    if (value !== undefined) Object.assign(settings, { [name]: value });
  }
  return settings;
}
