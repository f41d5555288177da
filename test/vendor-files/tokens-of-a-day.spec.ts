import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import { WorkingService } from '../e2e/connected.js';
import { MovedClock } from '../kernel/moved-clock.js';

/** Guesty issues five tokens in 24 hours; the sixth request would be refused, and counts. */
test('a vendor that issues few tokens a day is not asked for more, until the day is over', async () => {
  const service = await WorkingService.start();
  const clock = new MovedClock(service.world.app);
  const text = readFileSync(new URL('../../src/connectors/pms/guesty/vendor.yaml', import.meta.url), 'utf8');
  const simulator = await VendorSimulator.start(readVendor(text).file!, { now: () => clock.milliseconds() });
  try {
    const { client_secret: secret, ...settings } = simulator.settings;
    const house = await service.connected({ connector: 'guesty', settings, secrets: { client_secret: secret } });
    const wrong = async () => {
      const tested = await house.world.made(200, 'POST', `/connections/${house.connectionId}/test`);
      const checks = tested.checks as readonly { name: string; ok: boolean; detail: string }[];
      return checks.filter(({ name, ok }) => !ok && name !== 'delivery').map(({ detail }) => detail);
    };
    const { signIn } = simulator;

    expect(await wrong()).toEqual([]);
    const before = signIn.issued;
    while (signIn.issued < 5) {
      clock.advance(600);
      signIn.revoke();
      expect(await wrong()).toEqual([]);
    }
    expect([before, signIn.issued]).toEqual([1, 5]);

    signIn.revoke();
    for (let count = 0; count < 3; count += 1)
      expect((await wrong()).join('\n')).toContain('the vendor issues 5 in 24 hours');
    expect(signIn.issued).toBe(5);

    // The first of them is a day old, the second is not.
    clock.advance(86_400 - 4 * 600 + 300);
    expect(await wrong()).toEqual([]);
    signIn.revoke();
    expect((await wrong()).join('\n')).toContain('the vendor issues 5 in 24 hours');
    expect(signIn.issued).toBe(6);
    await house.close();
  } finally {
    await simulator.stop();
    await service.stop();
  }
});
