import type { ConnectorDefinition } from './connector.js';

/** The connectors of this build: filled by src/connectors/connectors.module.ts, used by the engine. */
export class ConnectorCatalogue {
  private readonly byKey: ReadonlyMap<string, ConnectorDefinition>;

  constructor(readonly definitions: readonly ConnectorDefinition[]) {
    this.byKey = new Map(definitions.map((definition) => [definition.key, definition]));
    if (this.byKey.size !== definitions.length) throw new Error('Two connectors have the same key');
  }

  /** Connectors that only listen: a full list comes over the link that they hold. */
  get listenOnly(): string[] {
    return this.definitions
      .filter(({ abilities }) => abilities.includes('listens') && !abilities.includes('snapshots'))
      .map(({ key }) => key);
  }

  find(key: string): ConnectorDefinition | undefined {
    return this.byKey.get(key);
  }
}
