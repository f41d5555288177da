import {
  RemoteConsoleSimulator,
  type SimulatorOptions,
} from '../../simulators/remote-console/remote-console-simulator.js';
import {
  describeWifiConsole,
  type HeldAccount,
  type WifiConsoleRig,
} from '../../wifi-console-contract/describe-wifi-console.js';
import { context, type RemoteSettings, remoteWorld } from './remote-world.js';

const variants: {
  name: string;
  server: Partial<SimulatorOptions> & Pick<SimulatorOptions, 'mode'>;
  target?: Partial<RemoteSettings>;
  path?: string;
}[] = [
  { name: 'a remote console with extensions', server: { mode: 'extended' } },
  {
    name: 'a remote console with extensions but bulk never',
    server: { mode: 'extended' },
    target: { bulk: 'never' },
    path: '/v1/',
  },
  {
    name: 'a remote console that takes at most 40 rows at once',
    server: { mode: 'extended', bulkRowLimit: 40 },
    target: { organization_id: 'org-2', organization_style: 'path' },
  },
  { name: 'a remote console that knows only the reference', server: { mode: 'plain' }, path: '/api' },
  {
    name: 'a remote console that ignores filters and tells no voucher codes',
    server: { mode: 'plain', unknownParameters: 'ignore', voucherAnswer: 'summary' },
    target: { organization_id: 'org-2' },
  },
];

for (const { name, server, target, path = '' } of variants) {
  describeWifiConsole(name, async (): Promise<WifiConsoleRig> => {
    const world = await remoteWorld();
    const simulator = await RemoteConsoleSimulator.start({ ratePerMinute: 100_000, ...server });
    const held = simulator.organization(target?.organization_id ?? 'org-1');
    const extended = server.mode === 'extended';
    return {
      console: world.process().console({ base_url: simulator.address + path, token: simulator.token, ...target }),
      run: (work) => work(context),
      account: async (remoteId) => {
        const user = held.users.get(remoteId);
        return user ? asHeld(user) : null;
      },
      groups: async () =>
        [...held.groups.values()].map(({ id, name: group }) => ({ id: String(id), name: String(group) })),
      voucher: async (remoteId) => {
        const voucher = held.vouchers.get(remoteId);
        return voucher ? { groupId: String(voucher.table_id), usable: voucher.status !== 'revoked' } : null;
      },
      abilities: { extendedFields: extended, recognisesRepeats: true, revokesVouchers: extended },
      close: async () => {
        await simulator.close();
        await world.close();
      },
    };
  });
}

function asHeld(user: Record<string, unknown>): HeldAccount {
  return {
    username: String(user.username),
    disabled: user.disabled === 1,
    groupId: (user.table_id as string | null) ?? null,
    firstName: (user.first_name as string | undefined) ?? null,
    validUntil: (user.valid_until as string | undefined) ?? null,
  };
}
