import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signIn } from '../radius/radclient.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { EntraSimulator } from '../simulators/entra/entra-simulator.js';
import { FakeEntra } from '../simulators/scim/fake-entra.js';
import { person, ScimClient } from '../simulators/scim/scim-client.js';
import { DrivenVendor } from '../vendor-files/driven-vendor.js';
import { type Connected, WorkingService } from './connected.js';
import { type HouseRadius, houseRadius } from './house-radius.js';
import { until } from './until.js';

/** A work address that goes from a leaver to a new hire: what a directory does, to who gets in at FreeRADIUS. */

const address = 'chef@acme.example';

/** Somebody has the address, leaves, and another gets it. */
interface Office {
  readonly house: Connected;
  hire(): Promise<void>;
  leave(): Promise<void>;
  stop(): Promise<void>;
}

async function scim(service: WorkingService): Promise<Office> {
  const house = await service.connected({ connector: 'scim' });
  const { token } = await house.world.made(200, 'POST', `/connections/${house.connectionId}/rotate-token`);
  const client = new ScimClient(`http://127.0.0.1:${house.world.port}/scim/v2`, token);
  const entra = new FakeEntra(client, { hasFlag: false });
  const people = ['jana.novak', 'eva.kral'].map((key) => person(key, { userName: address, email: address }));
  const here = () => people[0];
  return {
    house,
    hire: () => entra.provision([here()]),
    // Disabled, and thirty days later gone for good.
    leave: async () => {
      await entra.disable(here());
      expect(await entra.purge(here())).toBe(204);
      people.shift();
    },
    stop: () => {
      client.stop();
      return house.close();
    },
  };
}

async function entra(service: WorkingService): Promise<Office> {
  const simulator = await EntraSimulator.start();
  const house = await service.connected({
    connector: 'entra',
    settings: {
      graph_url: simulator.url,
      login_url: simulator.url,
      tenant_id: simulator.tenantId,
      client_id: simulator.clientId,
      time_zone: 'Europe/Prague',
    },
    secrets: { client_secret: simulator.clientSecret },
  });
  let id = '';
  return {
    house,
    hire: async () => {
      id = simulator.directory.hire({ userPrincipalName: address, mail: address });
      await house.scan();
    },
    leave: async () => {
      simulator.directory.change(id, { accountEnabled: false, mail: null, userPrincipalName: 'gone@acme.example' });
      await house.scan();
    },
    stop: async () => {
      await house.close();
      await simulator.stop();
    },
  };
}

async function personio(service: WorkingService): Promise<Office> {
  const vendor = await DrivenVendor.start(service, 'hr/personio');
  let key = '';
  return {
    house: vendor.house,
    hire: async () => {
      key = vendor.records.add({ '/attributes/email/value': address, '/attributes/status/value': 'active' });
      await vendor.list();
    },
    leave: async () => {
      vendor.records.change(key, { '/attributes/status/value': 'inactive' });
      await vendor.list();
    },
    stop: () => vendor.stop(),
  };
}

withFreeRadius('an address that is given to another person', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await WorkingService.start();
  });
  afterAll(() => service.stop());

  test.each([
    ['SCIM', scim],
    ['Microsoft Graph', entra],
    ['Personio', personio],
  ])('%s: nothing that the leaver had lets anybody in again', async (_name, open) => {
    const office = await open(service);
    const { world } = office.house;
    let radius: HouseRadius | undefined;
    try {
      radius = await houseRadius(office.house);
      const { auth } = radius;
      const mac = 'AA-BB-CC-00-11-22';
      const enters = async (name: string, password: string) =>
        (await signIn(auth, name, password, `Calling-Station-Id = "${mac}"`)).packet;
      const account = () =>
        until('the account is there', async () => {
          const { _embedded } = await world.made(200, 'GET', `/users?filter[username]=${encodeURIComponent(address)}`);
          return _embedded.users.find(({ disabled }: { disabled: number }) => disabled === 0);
        });

      await office.hire();
      const { id: formerId } = await account();
      await world.made(200, 'PATCH', `/users/${formerId}`, { body: { password: 'Sommer 2026!' } });
      const device = await world.made(201, 'POST', '/devices', { body: { mac, user_id: formerId } });
      const certificate = await world.made(201, 'POST', '/certificates', { body: { user_id: formerId } });
      expect(await enters(address, 'Sommer 2026!')).toBe('Access-Accept');
      expect(await enters(device.mac, device.mac)).toBe('Access-Accept');

      await office.leave();
      await office.house.become({ [address]: 'disabled' });
      expect(await enters(address, 'Sommer 2026!')).toBe('Access-Reject');
      expect(await enters(device.mac, device.mac)).toBe('Access-Reject');

      await office.hire();
      const { id } = await account();
      expect(id).not.toBe(formerId);
      expect(await enters(address, 'Sommer 2026!')).toBe('Access-Reject');
      expect(await enters(device.mac, device.mac)).toBe('Access-Reject');
      expect((await world.made(200, 'GET', `/certificates/${certificate.id}`)).status).toBe('revoked');
      const { _embedded } = await world.made(200, 'GET', `/devices?filter[user_id]=${id}`);
      expect(_embedded.devices).toEqual([]);
    } finally {
      await radius?.stop();
      await office.stop();
    }
  });

  test('a dry run tells whose account ends; a leaver who is back stays out of the other’s', async () => {
    const vendor = await DrivenVendor.start(service, 'hr/personio');
    const { world, connectionId } = vendor.house;
    let radius: HouseRadius | undefined;
    try {
      radius = await houseRadius(vendor.house);
      const { auth } = radius;
      const enters = async (password: string) => (await signIn(auth, address, password)).packet;
      const active = { '/attributes/email/value': address, '/attributes/status/value': 'active' };
      const leaver = vendor.records.add(active);
      await vendor.list();
      await vendor.house.become({ [address]: 'enabled' });
      vendor.records.change(leaver, { '/attributes/status/value': 'inactive' });
      await vendor.list();
      await vendor.house.become({ [address]: 'disabled' });
      const successor = vendor.records.add(active);
      const { id } = await world.made(202, 'POST', `/connections/${connectionId}/sync`, {
        body: { mode: 'full', dry_run: true },
      });
      await until('the dry run ends', async () => (await world.made(200, 'GET', `/runs/${id}`)).status === 'done');
      const plan = await world.made(200, 'GET', `/runs/${id}/plan`);
      const kinds = Object.values(plan._embedded)
        .flat()
        .map((item) => (item as { kind: string; account: string }).kind);
      expect(kinds.sort()).toEqual(['create_user', 'delete_user']);
      await vendor.house.become({ [address]: 'disabled' });

      await vendor.list();
      await vendor.house.become({ [address]: 'enabled' });
      const user = await vendor.person(address);
      await world.made(200, 'PATCH', `/users/${user.id}`, { body: { password: 'Winter 2026!' } });
      expect(await enters('Winter 2026!')).toBe('Access-Accept');
      vendor.records.change(leaver, { '/attributes/status/value': 'active' });
      await vendor.list();
      const { _embedded } = await world.made(200, 'GET', `/connections/${connectionId}/subjects?filter[disputed]=true`);
      expect(_embedded.subjects).toMatchObject([{ key: leaver, disputed: { code: 'successor', account: address } }]);
      expect((await vendor.person(address)).id).toBe(user.id);
      expect(await enters('Winter 2026!')).toBe('Access-Accept');

      // The list says nothing new of the leaver, who has the address all the same once the other has left.
      vendor.records.change(successor, { '/attributes/status/value': 'inactive' });
      await vendor.list();
      await until('the leaver has the address in an account of their own', async () => {
        const person = await vendor.person(address).catch(() => null);
        return person && person.id !== user.id && person;
      });
      await vendor.house.become({ [address]: 'enabled' });
      expect(await enters('Winter 2026!')).toBe('Access-Reject');
      const undisputed = await world.made(200, 'GET', `/connections/${connectionId}/subjects?filter[disputed]=true`);
      expect(undisputed._embedded.subjects).toEqual([]);
    } finally {
      await radius?.stop();
      await vendor.stop();
    }
  });
});
