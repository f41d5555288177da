import { afterAll, beforeAll, test } from '@jest/globals';
import { WorkingService } from '../e2e/connected.js';
import { dayFromNow, DrivenVendor } from './driven-vendor.js';

/** Members of coworking spaces and people of a building, as each vendor tells of them. */
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

/** A payment may be made good after the paid period. */
const graceSeconds = 3 * 86_400;
const at = (name: string) => `${name}@post.example`;
const on = (...names: string[]) => Object.fromEntries(names.map((name) => [at(name), 'enabled']));
const off = (...names: string[]) => Object.fromEntries(names.map((name) => [at(name), 'disabled']));

test('nexudus: notice given and taken back, another plan, an end, a return', async () => {
  const vendor = await DrivenVendor.start(service, 'billing/nexudus');
  const { records, house } = vendor;
  const contract = (name: string, more: object = {}) =>
    records.add({
      '/CoworkerEmail': at(name),
      '/StartDate': `${dayFromNow(-200)}T00:00:00Z`,
      '/CancellationDate': null,
      '/Cancelled': false,
      ...more,
    });
  try {
    const jana = contract('jana', { '/CancellationDate': `${dayFromNow(9)}T12:00:00Z`, '/Cancelled': true });
    const ivo = contract('ivo');
    const old = contract('eva');
    contract('later', { '/StartDate': `${dayFromNow(20)}T00:00:00Z` });
    await vendor.list();
    await house.become(on('jana', 'ivo', 'eva'));
    const { id } = await vendor.person(at('eva'));
    await vendor.isSeen(at('jana'), { valid_until: vendor.endOf(dayFromNow(9), graceSeconds) });

    records.change(jana, { '/CancellationDate': null, '/Cancelled': false });
    records.change(ivo, { '/Active': false, '/CancellationDate': `${dayFromNow(-1)}T12:00:00Z` });
    records.change(old, { '/CancellationDate': `${dayFromNow(0)}T12:00:00Z`, '/Cancelled': true });
    const next = contract('eva', { '/TariffName': 'Office', '/StartDate': `${dayFromNow(-1)}T00:00:00Z` });
    await vendor.news();
    await house.become({ ...on('jana', 'eva'), ...off('ivo') });
    for (const name of ['jana', 'eva']) await vendor.isSeen(at(name), { valid_until: null });

    records.change(old, { '/Active': false });
    records.change(ivo, { '/Active': true, '/CancellationDate': null });
    await vendor.news();
    await house.become(on('jana', 'eva', 'ivo'));
    await vendor.isSeen(at('eva'), { id, group: 'Office' });

    records.change(next, { '/CoworkerEmail': at('eva.kral'), '/CoworkerFullName': 'Eva Kral' });
    records.change(jana, { '/InPausedPeriod': true });
    await vendor.news();
    await house.become({ ...on('eva.kral', 'ivo'), ...off('jana') });
    await vendor.isSeen(at('eva.kral'), { id });
    records.change(jana, { '/InPausedPeriod': false });
    await vendor.news();
    await house.become(on('jana', 'eva.kral', 'ivo'));
  } finally {
    await vendor.stop();
  }
});

test('officernd: a member of a team is taken off it, and comes back', async () => {
  const vendor = await DrivenVendor.start(service, 'billing/officernd');
  const { records, house } = vendor;
  const member = (name: string, more: object = {}) =>
    records.add({ '/email': at(name), '/startDate': `${dayFromNow(-200)}T00:00:00.000Z`, ...more });
  try {
    const jana = member('jana');
    const ivo = member('ivo');
    const lead = member('lead', { '/status': 'lead' });
    await vendor.list();
    await house.become(on('jana', 'ivo'));
    const { id } = await vendor.person(at('jana'));
    records.change(jana, { '/status': 'former' });
    await vendor.tell(jana);
    await house.become({ ...on('ivo'), ...off('jana') });
    records.change(jana, { '/status': 'active' });
    records.change(lead, { '/status': 'active' });
    await vendor.tell(jana);
    await vendor.tell(lead);
    await house.become(on('jana', 'ivo', 'lead'));
    await vendor.isSeen(at('jana'), { id });
    records.change(ivo, { '/email': at('ivo.kral') });
    records.remove(lead);
    await vendor.tell(ivo);
    await vendor.tell(lead);
    await house.become({ ...on('jana', 'ivo.kral'), ...off('lead') });
  } finally {
    await vendor.stop();
  }
});

test('cobot: notice given and taken back, gone from the list, back under another membership', async () => {
  const vendor = await DrivenVendor.start(service, 'billing/cobot');
  const { records, house } = vendor;
  const member = (name: string) =>
    records.add({ '/attributes/email': at(name), '/attributes/confirmedAt': dayFromNow(-200) });
  try {
    const jana = member('jana');
    member('ivo');
    await vendor.list();
    await house.become(on('jana', 'ivo'));
    const { id } = await vendor.person(at('jana'));
    records.change(jana, { '/attributes/canceledAt': dayFromNow(6) });
    await vendor.list();
    await house.become(on('jana', 'ivo'));
    await vendor.isSeen(at('jana'), { valid_until: vendor.endOf(dayFromNow(6), graceSeconds) });
    records.remove(jana);
    await vendor.list();
    await vendor.weekPasses();
    await vendor.list();
    await house.become({ ...on('ivo'), ...off('jana') });
    member('jana');
    await vendor.list();
    await house.become(on('jana', 'ivo'));
    await vendor.isSeen(at('jana'), { id, valid_until: null });
  } finally {
    await vendor.stop();
  }
});

type Fields = Readonly<Record<string, unknown>>;

interface DoorWords {
  readonly place: string;
  readonly address: string;
  readonly lives: Fields;
  readonly stops: Fields | null;
  readonly ends: ((day: string) => Fields) | null;
  /** As an account says it. */
  endsAt(vendor: DrivenVendor, day: string): string;
}

const doors: readonly DoorWords[] = [
  {
    place: 'access/brivo',
    address: '/emails/0/address',
    lives: { '/suspended': false },
    stops: { '/suspended': true },
    ends: (day) => ({ '/effectiveTo': `${day}T22:00:00Z` }),
    endsAt: (_vendor, day) => `${day}T22:00:00`,
  },
  {
    place: 'access/avigilon-alta',
    address: '/identity/email',
    lives: { '/status': 'A', '/startDate': dayFromNow(-200), '/endDate': null },
    stops: { '/status': 'S' },
    ends: (day) => ({ '/endDate': day, '/startAndEndDateTimeZoneId': null }),
    endsAt: (vendor, day) => vendor.endOf(day),
  },
  { place: 'access/verkada', address: '/email', lives: {}, stops: null, ends: null, endsAt: () => '' },
];

test.each(doors)('$place', async ({ place, address, lives, stops, ends, endsAt }) => {
  const vendor = await DrivenVendor.start(service, place);
  const { records, house } = vendor;
  const user = (name: string) => records.add({ [address]: at(name), ...lives });
  try {
    const jana = user('jana');
    const ivo = user('ivo');
    const eva = records.find(user('eva'))!;
    await vendor.list();
    await house.become(on('jana', 'ivo', 'eva'));
    const { id } = await vendor.person(at('jana'));
    if (stops) records.change(jana, stops);
    if (ends) records.change(ivo, ends(dayFromNow(5)));
    records.remove(eva.key);
    await vendor.list();
    await vendor.weekPasses();
    await vendor.list();
    await house.become({ ...on('ivo'), ...off('eva'), ...(stops ? off('jana') : on('jana')) });
    await vendor.isSeen(at('ivo'), { valid_until: ends ? endsAt(vendor, dayFromNow(5)) : null });
    records.change(jana, { ...lives, [address]: at('jana.kral') });
    if (ends) records.change(ivo, ends(dayFromNow(-2)));
    records.all.push(eva);
    await vendor.list();
    await house.become({ ...on('jana.kral', 'eva'), ...(ends ? off('ivo') : on('ivo')) });
    await vendor.isSeen(at('jana.kral'), { id });
  } finally {
    await vendor.stop();
  }
});
