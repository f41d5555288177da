import type { ConnectorDefinition } from '../provisioning/connector/connector.js';
import { fias } from './pms/fias/fias.connector.js';
import { mews } from './pms/mews/mews.connector.js';

/** Every connector of this build, one line each. */
export const connectorDefinitions: readonly ConnectorDefinition[] = [
  fias,
  mews,
];
