import { afterAll, beforeAll, test } from '@jest/globals';
import { WorkingService } from '../e2e/connected.js';
import { dayFromNow, DrivenVendor } from './driven-vendor.js';
import { type StaffMember, staffWords } from './staff-in-vendor-words.js';

/**
 * What happens to people of a company, in the words of each vendor that is a file: hired for later, moved, renamed,
 * away, leaving on a day that changes, gone and back, hired again as another record, erased.
 */
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

const novak = { lastName: 'Novak', department: 'Finance', state: 'works', start: dayFromNow(-300) } as const;
const at = (name: string) => `${name}@acme.example`;
const enabled = (...names: string[]) => Object.fromEntries(names.map((name) => [at(name), 'enabled']));
const disabled = (...names: string[]) => Object.fromEntries(names.map((name) => [at(name), 'disabled']));

test.each(staffWords)('$place', async ({ place, hasDays, hasTypes, states, edits }) => {
  const vendor = await DrivenVendor.start(service, place);
  const { records, house } = vendor;
  try {
    const people = new Map<string, { key: string; now: StaffMember }>();
    const add = (name: string, member: Partial<StaffMember>) => {
      const now: StaffMember = { email: at(name), ...novak, ...member };
      people.set(name, { key: records.add(edits(now)), now });
    };
    const change = (name: string, changes: Partial<StaffMember>) => {
      const one = people.get(name)!;
      one.now = { ...one.now, ...changes };
      records.change(one.key, edits(one.now));
    };
    const hasEnd = async (name: string, day: string | null) => {
      if (hasDays) await vendor.isSeen(at(name), { valid_until: day && vendor.endOf(day) });
    };

    add('later', states.includes('hired') ? { state: 'hired', start: dayFromNow(30) } : { start: dayFromNow(30) });
    add('mover', {});
    add('leaver', hasDays ? { end: dayFromNow(10) } : {});
    add('gone', {});
    add('again-old', { email: at('again'), state: 'left', start: dayFromNow(-900), end: dayFromNow(-400) });
    add('agency', { type: 'contractor', end: dayFromNow(5) });
    add('erased', {});
    await vendor.list();
    await house.become(enabled('mover', 'leaver', 'gone', 'agency', 'erased'));
    const before = await vendor.isSeen(at('mover'), { group: 'Finance' });
    const wasGone = await vendor.person(at('gone'));
    if (hasTypes) await vendor.isSeen(at('agency'), { group: 'Contractors' });
    await hasEnd('leaver', dayFromNow(10));
    await hasEnd('mover', null);

    change('later', { state: 'works', start: dayFromNow(-2) });
    change('mover', { email: at('moved'), lastName: 'Kral', department: 'Sales' });
    change('leaver', { end: dayFromNow(5) });
    change('gone', { state: 'left', end: dayFromNow(-3) });
    add('again-new', { email: at('again'), start: dayFromNow(-2) });
    add('agency-hired', { email: at('agency'), start: dayFromNow(-2) });
    await vendor.news();
    await house.become({
      ...enabled('later', 'moved', 'leaver', 'again', 'agency', 'erased'),
      ...disabled('gone'),
    });
    await vendor.isSeen(at('moved'), { id: before.id, group: 'Sales', last_name: 'Kral' });
    await hasEnd('leaver', dayFromNow(5));
    await hasEnd('agency', null);

    change('leaver', { end: undefined });
    change('gone', { state: 'works', end: undefined });
    change('agency', { state: 'left', end: dayFromNow(-2) });
    await vendor.news();
    await house.become(enabled('later', 'moved', 'leaver', 'gone', 'again', 'agency', 'erased'));
    await hasEnd('leaver', null);
    await vendor.isSeen(at('gone'), { id: wasGone.id });
    await vendor.isSeen(at('agency'), { group: 'Finance' });

    if (states.includes('on leave')) change('mover', { state: 'on leave' });
    if (states.includes('suspended')) change('gone', { state: 'suspended' });
    const erased = records.find(people.get('erased')!.key)!;
    records.remove(erased.key);
    await vendor.list();
    await vendor.weekPasses();
    await vendor.list();
    const suspended = states.includes('suspended') ? disabled('gone') : enabled('gone');
    await house.become({
      ...enabled('later', 'moved', 'leaver', 'again', 'agency'),
      ...suspended,
      ...disabled('erased'),
    });
    records.all.push(erased);
    change('mover', { state: 'works' });
    change('gone', { state: 'works' });
    await vendor.list();
    await house.become(enabled('later', 'moved', 'leaver', 'gone', 'again', 'agency', 'erased'));
  } finally {
    await vendor.stop();
  }
});

test('hibob: access that is revoked at once stays so until the termination is taken back, or a new hire', async () => {
  const vendor = await DrivenVendor.start(service, 'hr/hibob');
  const isRevoked = vendor.file.webhook!.samples.findIndex(({ revokes }) => revokes);
  try {
    const person = (email: string, end: string | null) => ({ '/email': at(email), '/internal/terminationDate': end });
    const [leaver, other] = ['leaver', 'other'].map((name) => vendor.records.add(person(name, dayFromNow(20))));
    await vendor.list();
    await vendor.house.become(enabled('leaver', 'other'));

    await vendor.tell(leaver, isRevoked);
    await vendor.house.become({ ...disabled('leaver'), ...enabled('other') });
    vendor.records.change(other, { '/humanReadable/work/department': 'Sales' });
    vendor.records.change(leaver, { '/humanReadable/work/department': 'Sales' });
    await vendor.list();
    await vendor.tell(leaver);
    await vendor.isSeen(at('other'), { group: 'Sales' });
    await vendor.house.become({ ...disabled('leaver'), ...enabled('other') });

    vendor.records.change(leaver, person('leaver', null));
    await vendor.list();
    await vendor.house.become(enabled('leaver', 'other'));

    vendor.records.change(leaver, person('leaver', dayFromNow(10)));
    await vendor.tell(leaver, isRevoked);
    await vendor.house.become({ ...disabled('leaver'), ...enabled('other') });
    vendor.records.change(leaver, { ...person('leaver', dayFromNow(-1)), '/internal/lifecycleStatus': 'terminated' });
    await vendor.list();
    vendor.records.change(leaver, { ...person('leaver', null), '/internal/lifecycleStatus': 'employed' });
    await vendor.list();
    await vendor.house.become(enabled('leaver', 'other'));
  } finally {
    await vendor.stop();
  }
});

test('hibob: an order that comes while the record cannot be read ends access all the same', async () => {
  const vendor = await DrivenVendor.start(service, 'hr/hibob');
  try {
    const key = vendor.records.add({ '/email': at('leaver'), '/internal/terminationDate': dayFromNow(20) });
    await vendor.list();
    await vendor.house.become(enabled('leaver'));
    vendor.simulator.faults.status = 500;
    await vendor.tell(
      key,
      vendor.file.webhook!.samples.findIndex(({ revokes }) => revokes),
    );
    await vendor.house.become(disabled('leaver'));
  } finally {
    await vendor.stop();
  }
});

test('deel: a contractor goes on as an employee, under a contract that does not end', async () => {
  const vendor = await DrivenVendor.start(service, 'hr/deel');
  try {
    const ended = { id: 'c1', is_ended: false, termination_last_day: `${dayFromNow(3)}T00:00:00.000Z` };
    const key = vendor.records.add({ '/emails/1/value': at('jana'), '/timezone': null, '/employments': [ended] });
    await vendor.list();
    await vendor.house.become(enabled('jana'));
    await vendor.isSeen(at('jana'), { valid_until: vendor.endOf(dayFromNow(3)) });
    vendor.records.change(key, {
      '/employments': [ended, { id: 'c2', is_ended: false, termination_last_day: null }],
      '/hiring_type': 'direct_employee',
    });
    await vendor.list();
    await vendor.isSeen(at('jana'), { valid_until: null, group: 'Finance' });
  } finally {
    await vendor.stop();
  }
});
