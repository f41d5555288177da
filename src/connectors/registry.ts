import type { ConnectorDefinition } from '../provisioning/connector/connector.js';

/** Every connector of this build, one line each. */
export const connectorDefinitions: readonly ConnectorDefinition[] = [
];
