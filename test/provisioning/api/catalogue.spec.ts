import { expect, test } from '@jest/globals';
import { connectorDefinitions } from '../../connector-contract/connector-definitions.js';
import { Problem } from '../../../src/kernel/errors.js';
import type { Settings } from '../../../src/kernel/settings.js';
import { readAccess } from '../../../src/provisioning/access/access-input.js';
import { AccessPresets } from '../../../src/provisioning/access/access-presets.js';
import { ConnectionInput, type WrittenConnection } from '../../../src/provisioning/api/connections/connection-input.js';
import { readSchedule } from '../../../src/provisioning/connection/schedule.js';
import { ConnectorCatalogue } from '../../../src/provisioning/connector/catalogue.js';
import { settingsSchema } from '../../../src/provisioning/connector/setting.js';

const presets = AccessPresets.load();
const input = new ConnectionInput(new ConnectorCatalogue(connectorDefinitions), presets, {
  allowPrivateTargets: true,
} as Settings);

test.each(connectorDefinitions.map((definition) => [definition.key, definition] as const))(
  '%s begins with a preset that fits its facts and a schedule that comes',
  (_key, definition) => {
    expect(readAccess(presets, definition, {})).toHaveProperty('access');
    expect(readSchedule(definition.schedule, definition.schedule).problems).toEqual([]);
    expect(settingsSchema(definition.settings)).toHaveProperty('properties');
  },
);

const designExample: WrittenConnection = {
  name: 'Hotel Lindenhof front desk',
  connector: 'fias',
  settings: { host: '10.0.0.5', port: 5010, encoding: 'utf-8', time_zone: 'Europe/Vienna', check_out_time: '11:00' },
  secrets: {},
  target: { console: 'built-in' },
  schedule: { full: '17 4 * * *', incremental: '*/10 * * * *' },
  access: { preset: 'hotel' },
  safety: { max_removals: 5, max_removals_percent: 10 },
  enabled: true,
};

test('the example of the design is a connection as it stands', () => {
  expect(input.read(designExample, null)).toMatchObject({
    name: designExample.name,
    settings: { host: '10.0.0.5', mode: 'guest' },
    access: { preset: 'hotel' },
  });
});

test("what a vendor's settings refuse is named one by one", () => {
  const wrong = {
    ...designExample,
    settings: { host: '10.0.0.5', port: 70_000, time_zone: 'Vienna' },
    secrets: { auth_key: 'short' },
  };
  const pointers = () => {
    try {
      input.read(wrong, null);
      return [];
    } catch (error) {
      return error instanceof Problem ? error.errors.map(({ pointer }) => pointer) : [String(error)];
    }
  };
  expect(pointers().sort()).toEqual(['#/secrets/auth_key', '#/settings/port', '#/settings/time_zone']);
});
