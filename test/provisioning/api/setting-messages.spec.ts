import { describe, expect, test } from '@jest/globals';
import { connectorDefinitions as connectors } from '../../connector-contract/connector-definitions.js';
import { readSettings } from '../../../src/provisioning/connection/connection-settings.js';
import { settingsOf } from '../../../src/provisioning/connector/setting.js';

const withPatterns = connectors.flatMap((definition) =>
  [...settingsOf(definition.settings)].flatMap(([name, options]) =>
    options.type === 'string' && options.pattern ? [[definition.key, name, definition, options] as const] : [],
  ),
);

describe('a value that has not the form of its setting is told in words what it must be', () => {
  test.each(withPatterns)('%s: %s', (_connector, name, definition, { secret, pattern }) => {
    const wrong = ['http://a b/\u0001?', '   ', ' \u0000 '].find((each) => !pattern!.test(each)) ?? '';
    const part = secret ? 'secrets' : 'settings';
    const { problems } = readSettings(definition, { [part]: { [name]: wrong } }, null, { allowPrivateTargets: false });
    const told = problems.filter(({ pointer }) => pointer === `#/${part}/${name}`);
    expect(told).toEqual([{ pointer: `#/${part}/${name}`, detail: expect.stringMatching(/^must /) }]);
    expect(told[0].detail).not.toContain(pattern!.source.replace(/^\\S$/, 'no such text'));
  });
});

test.each(['http://10.0.0.5', 'https://ifc.example.com/', 'tcp://10.0.0.5:5010', '10.0.0.5/ifc'])(
  'a host %j of FIAS has one remedy',
  (host) => {
    const fias = connectors.find(({ key }) => key === 'fias')!;
    const { problems } = readSettings(fias, { settings: { host, port: 5010, time_zone: 'Europe/Vienna' } }, null, {
      allowPrivateTargets: false,
    });
    expect(problems).toEqual([
      {
        pointer: '#/settings/host',
        detail: expect.stringMatching(/^must be a name or an address alone, such as 10\.0\.0\.5: without http:\/\//),
      },
    ]);
  },
);
