import { afterAll, beforeAll, test } from '@jest/globals';
import { WorkingService } from '../e2e/connected.js';
import { DrivenVendor } from './driven-vendor.js';

/** Visitors at receptions whose systems are files: early, moved to another day, cancelled, never signed out, back. */
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

const at = (name: string) => `${name}@post.example`;
const on = (...names: string[]) => Object.fromEntries(names.map((name) => [at(name), 'enabled']));
const off = (...names: string[]) => Object.fromEntries(names.map((name) => [at(name), 'disabled']));
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z');

/** A zone in which it is noon: whoever overstays has access until the end of the day at the site, and no longer. */
function atNoon(): string {
  const behind = new Date().getUTCHours() - 12;
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`;
}

test('proxyclick', async () => {
  const vendor = await DrivenVendor.start(service, 'visitor/proxyclick', {
    timeZone: atNoon(),
    access: { preset: 'visitor-user' },
  });
  const { records, house } = vendor;
  const expected = { '/status': { id: 1, value: 'Expected' }, '/arrivedAt': null, '/leftAt': null };
  const arrived = (hours: number) => ({ '/status': { id: 2, value: 'Checked-in' }, '/arrivedAt': inHours(hours) });
  const left = { '/status': { id: 3, value: 'Checked-out' }, '/leftAt': inHours(0) };
  const visit = (name: string, from: number, to: number, more: object = expected) =>
    records.add({
      '/visitor/email': at(name),
      '/expectedAt': inHours(from),
      '/leavingAt': inHours(to),
      ...more,
    });
  try {
    const early = visit('early', 2, 4);
    const leaving = records.find(early)!.record.leavingAt as string;
    const moved = records.find(visit('moved', 1, 3))!;
    const cancelled = visit('cancelled', 1, 3);
    const forgot = records.find(visit('forgot', -1, 3, { ...expected, ...arrived(-1) }))!;
    const again = visit('again', -3, -1, { ...expected, ...arrived(-2) });
    await vendor.list();
    await house.become(on('forgot', 'again'));

    records.change(early, arrived(0));
    records.remove(moved.key);
    records.change(cancelled, { '/status': { id: 4, value: 'Cancelled' } });
    records.change(again, left);
    await vendor.list();
    await vendor.list();
    await house.become({ ...on('early', 'forgot'), ...off('again') });
    await vendor.isSeen(at('early'), { valid_until: leaving.slice(0, 19) });

    // The visit of another day, another visit of the same person, a visitor of yesterday who is still signed in.
    records.all.push(moved);
    records.change(moved.key, { ...arrived(0), '/expectedAt': inHours(0), '/leavingAt': inHours(3) });
    visit('again', 0, 2, { ...expected, ...arrived(0) });
    const later = inHours(6);
    records.change(early, { '/visiting/email': 'another.host@acme.example', '/leavingAt': later });
    records.remove(forgot.key);
    await vendor.list();
    await vendor.list();
    await house.become({ ...on('early', 'moved', 'again'), ...off('forgot') });
    await vendor.isSeen(at('early'), { valid_until: later.slice(0, 19) });
  } finally {
    await vendor.stop();
  }
});

test('traction guest', async () => {
  const vendor = await DrivenVendor.start(service, 'visitor/traction-guest', {
    timeZone: atNoon(),
    access: { preset: 'visitor-user' },
  });
  const { records, house } = vendor;
  const signIn = (name: string, hours: number, more: object = {}) =>
    records.add({ '/email': at(name), '/signin_timestamp': inHours(hours), '/signed_out_timestamp': null, ...more });
  const watched = (colour: string) => ({
    '/signin_watchlist/external': [{ integration: 'screening', colour, matches: [] }],
  });
  try {
    const jana = signIn('jana', 0);
    const held = signIn('held', 0, watched('ORANGE'));
    const forgot = signIn('forgot', -40);
    await vendor.list();
    await house.become(on('jana'));
    records.change(jana, { '/signed_out_timestamp': inHours(0) });
    records.change(held, watched('GREEN'));
    await vendor.list();
    await house.become({ ...on('held'), ...off('jana') });
    signIn('jana', 0);
    records.change(forgot, { '/signed_out_timestamp': inHours(0) });
    records.change(held, { '/email': at('held.kral') });
    await vendor.list();
    await house.become(on('held.kral', 'jana'));
  } finally {
    await vendor.stop();
  }
});
