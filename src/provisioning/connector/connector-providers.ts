import type { Provider } from '@nestjs/common';
import type { ConnectorDefinition } from './connector.js';

const prefix = 'connector:';

/** A provider for each connector of a family, by which the catalogue finds it. */
export function connectorProviders(...definitions: readonly ConnectorDefinition[]): Provider[] {
  return definitions.map((definition) => ({ provide: `${prefix}${definition.key}`, useValue: definition }));
}

export function isConnectorToken(token: unknown): boolean {
  return typeof token === 'string' && token.startsWith(prefix);
}
