import type { Change } from '../../../provisioning/connector/change.js';
import type { Connector, ConnectorDefinition, ConnectorSession } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { malformedRecord, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import { changesOfScim } from './scim.mapping.js';
import { ScimSettings } from './scim.settings.js';
import type { StoredChange } from './scim.wire.js';

/**
 * Directories write their people to us: provisioning/scim answers them, and this connector says what the data means.
 */
export const scim: ConnectorDefinition<ScimSettings> = {
  key: 'scim',
  name: 'SCIM 2.0 (Entra ID, Okta, JumpCloud, Rippling)',
  family: 'hr',
  factKind: 'employment',
  abilities: ['serves'],
  settings: ScimSettings,
  preset: 'staff',
  schedule: { full: null, incremental: null },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    'The answer to making this connection holds a **token**, shown once. Give the directory the address ' +
      '`https://<this host>/scim/v2` and that token as bearer token.',
    '',
    '- **Microsoft Entra ID**: Enterprise applications > New application > Create your own > Provisioning: ' +
      '*Tenant URL* and *Secret token*, Test connection, then assign people and groups and start provisioning.',
    "- **Okta**: the app's Provisioning tab > SCIM connection: base URL, unique identifier `userName`, " +
      'authentication *HTTP Header*; enable create, update and deactivate.',
    '- **JumpCloud**: SSO application > Identity Management > Custom SCIM: base URL and token key. ' +
      '**Rippling**: custom SCIM app: base URL and bearer token.',
    '',
    'Map few attributes: userName, active, externalId, the work e-mail, names, department, userType. A ' +
      'directory group whose name begins with `WiFi-` becomes the Wi-Fi group of its members.',
  ].join('\n'),
  connect: (session) => connect(session),
};

function connect({ settings }: ConnectorSession<ScimSettings>): Connector {
  return {
    test: (signal) =>
      Promise.resolve([
        signal.aborted
          ? { name: 'service', ok: false, detail: 'The check was given up', remedy: 'Test again' }
          : {
              name: 'service',
              ok: true,
              detail: 'The directory calls us: whether it does, `link` of the connection tells',
            },
      ]),
    serves: { interpret: (message) => interpret(message, settings) },
  };
}

function interpret({ body }: StoredMessage, settings: ScimSettings): readonly Change[] {
  const stored = vendorObject<StoredChange>(body);
  return stored ? changesOfScim(stored, settings) : [malformedRecord('The stored change is not an object')];
}
