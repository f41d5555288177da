import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../e2e/connected.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';

/** A hotel that puts e-mail and loyalty into free fields: from the interface to the account and its end. */
let hotel: SimulatedHotel;
let house: Connected;

beforeAll(async () => {
  hotel = new SimulatedHotel();
  await hotel.start();
  house = await connected({
    connector: 'fias',
    settings: {
      host: '127.0.0.1',
      port: hotel.port,
      time_zone: 'Europe/Vienna',
      email_field: 'A1',
      membership_level_field: 'A3',
    },
    secrets: {},
    access: { preset: 'hotel-enterprise' },
  });
});
afterAll(async () => {
  await house?.close();
  await hotel?.stop();
});

test('only what the settings name is asked for, and becomes facts', async () => {
  const own = { A1: 'Jana@Example.org', A2: 'likes peanuts', A3: 'GOLD' };
  const id = hotel.checkIn({ room: '412', lastName: 'Nováková', own });
  await house.become({ '412-novakova': 'enabled' });
  expect(['A0', 'A1', 'A2', 'A3'].map((field) => hotel.ifc.lists('GI', field))).toEqual([false, true, false, true]);
  expect(hotel.ifc.lists('GO', 'A1')).toBe(false);
  const { _embedded } = (await house.world.made(200, 'GET', `/connections/${house.connectionId}/subjects`)) as {
    _embedded: { subjects: { facts: Record<string, unknown> }[] };
  };
  expect(_embedded.subjects[0].facts).toMatchObject({ email: 'jana@example.org', membership_level: 'GOLD' });
  hotel.checkOut(id);
  await house.become({ '412-novakova': 'disabled' });
});
