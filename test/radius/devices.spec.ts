import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

withFreeRadius('devices that sign in by their address', () => {
  let rig: RadiusRig;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    const group = await rig.post('/user-groups', { name: 'Things', policy: { vlan: '30' } });
    await rig.post('/devices', { mac: 'aa:bb:cc:00:11:22', name: 'Printer', table_id: group.id });
    await rig.post('/devices', { mac: 'aa:bb:cc:00:11:33', name: 'Lost tablet', disabled: 1 });
  });
  afterAll(() => rig.close());

  test.each(['aabbcc001122', 'AA-BB-CC-00-11-22', 'aabb.cc00.1122'])('%s is the printer', async (written) => {
    expect(await signIn(rig.auth, written, written)).toMatchObject({
      packet: 'Access-Accept',
      attributes: { 'Tunnel-Private-Group-Id': '30' },
    });
    expect((await rig.log()).at(-1)).toMatchObject({ kind: 'device', method: 'MAC', username: 'aabbcc001122' });
  });

  test("an address that is not the sender's own is refused, as are unknown and disabled devices", async () => {
    expect((await signIn(rig.auth, 'aabbcc001122', 'x', 'Calling-Station-Id = "02-00-00-00-00-99"')).packet).toBe(
      'Access-Reject',
    );
    expect(await rig.last()).toBe('mac_mismatch');
    expect((await signIn(rig.auth, '020000000077', 'x', 'Calling-Station-Id = "02-00-00-00-00-77"')).packet).toBe(
      'Access-Reject',
    );
    expect(await rig.last()).toBe('unknown_device');
    expect((await signIn(rig.auth, 'aabbcc001133', 'x', 'Calling-Station-Id = "AA-BB-CC-00-11-33"')).packet).toBe(
      'Access-Reject',
    );
    expect(await rig.last()).toBe('device_disabled');
  });

  test('a disabled device is refused whoever signs in from it', async () => {
    await rig.post('/users', { username: 'anna', password: 'Sommer 2026!' });
    expect((await signIn(rig.auth, 'anna', 'Sommer 2026!', 'Calling-Station-Id = "AA-BB-CC-00-11-33"')).packet).toBe(
      'Access-Reject',
    );
    expect(await rig.last()).toBe('device_disabled');
  });
});
