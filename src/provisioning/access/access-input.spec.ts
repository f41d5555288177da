import { expect, test } from '@jest/globals';
import { readAccess } from './access-input.js';
import { AccessPresets } from './access-presets.js';

const presets = AccessPresets.load();
const hotel = { preset: 'hotel', factKind: 'stay' as const };
const staff = { preset: 'staff', factKind: 'employment' as const };

function pointersOf(written: unknown, definition: Parameters<typeof readAccess>[1] = hotel): string[] {
  const outcome = readAccess(presets, definition, written);
  return 'problems' in outcome ? outcome.problems.map(({ pointer }) => pointer) : [];
}

test('no access at all is the preset of the connector', () => {
  expect(readAccess(presets, hotel, {})).toMatchObject({
    input: { preset: 'hotel' },
    access: { preset: 'hotel', username: '{{ site }}-{{ key }}' },
  });
});

test('the example of the design is accepted as it stands', () => {
  const example = { ...presets.find('hotel-enterprise') };
  expect(pointersOf(example)).toEqual([]);
});

test.each<[unknown, string]>([
  ['hotel', '#/access'],
  [{ preset: 'motel' }, '#/access/preset'],
  [{ presets: 'hotel' }, '#/access/presets'],
  [{ 'a/b~c': 1 }, '#/access/a~1b~0c'],
  [{ grant: 'everything' }, '#/access/grant'],
  [{ grant: 'device' }, '#/access/grant'],
  [{ per: 'floor' }, '#/access/per'],
  [{ when: {} }, '#/access/when'],
  [{ when: [{ op: 'eq', value: 1 }] }, '#/access/when/0/field'],
  [{ when: [{ field: 'vips', op: 'eq', value: 1 }] }, '#/access/when/0/field'],
  [
    {
      group: [
        {
          name: 'A',
          when: [
            { field: 'vip', op: 'eq', value: '1' },
            { field: 'vip', op: 'is', value: '1' },
          ],
        },
      ],
    },
    '#/access/group/0/when/1/op',
  ],
  [{ group: [{ name: 'A', when: [{ field: 'vip', op: 'in', value: '1' }] }] }, '#/access/group/0/when/0/value'],
  [{ group: [{ name: 'A', when: [{ field: 'vip', op: 'present', value: 'yes' }] }] }, '#/access/group/0/when/0/value'],
  [{ group: [{ name: 'A', when: [{ field: 'vip', op: 'eq' }] }] }, '#/access/group/0/when/0/value'],
  [{ group: [{ name: 'A' }, { when: [] }] }, '#/access/group/1/name'],
  [{ group: [] }, '#/access/group'],
  [{ username: '' }, '#/access/username'],
  [{ username: '{{ room' }, '#/access/username'],
  [{ username: '{{ rooms }}' }, '#/access/username'],
  [{ username: '{% for i in (1..9) %}{% endfor %}' }, '#/access/username'],
  [{ username: '{{ room | shout }}' }, '#/access/username'],
  [{ password: 7 }, '#/access/password'],
  [{ starts: { at: 'noon' } }, '#/access/starts/at'],
  [{ starts: { at: 'sign_in' } }, '#/access/starts/at'],
  [{ ends: { offset_seconds: 'later' } }, '#/access/ends/offset_seconds'],
  [{ ends: { offset_seconds: 1e12 } }, '#/access/ends/offset_seconds'],
  [{ ends: { after_check_out_seconds: -1 } }, '#/access/ends/after_check_out_seconds'],
  [{ on_end: 'keep' }, '#/access/on_end'],
  [{ delete_after_seconds: 1.5 }, '#/access/delete_after_seconds'],
  [{ voucher: { count: 0 } }, '#/access/voucher/count'],
  [{ voucher: { price: 1 } }, '#/access/voucher/price'],
  [{ max_devices: 0 }, '#/access/max_devices'],
  [{ deliver: [{ via: 'pigeon' }] }, '#/access/deliver/0/via'],
  [{ on_conflict: 'fight' }, '#/access/on_conflict'],
])('%j is wrong at %s', (written, pointer) => {
  expect(pointersOf(written)).toEqual([pointer]);
});

test('all wrong places are named at once', () => {
  expect(pointersOf({ grant: 'x', per: 'y', voucher: { count: 0, max_devices: 'many' } })).toEqual([
    '#/access/grant',
    '#/access/per',
    '#/access/voucher/count',
    '#/access/voucher/max_devices',
  ]);
});

test('a preset for other facts does not fit, and neither does access by room for employees', () => {
  expect(new Set(pointersOf({ preset: 'hotel' }, staff))).toEqual(new Set(['#/access/preset']));
  expect(pointersOf({ per: 'room' }, staff)).toEqual(['#/access/per']);
});

test('a key that there is not is told with those that there are', () => {
  expect(readAccess(presets, hotel, { presets: 'hotel' })).toMatchObject({
    problems: [{ detail: expect.stringMatching(/^is not known here; there are preset, grant, per, /) }],
  });
});

test('a remedy is told with the place', () => {
  const outcome = readAccess(presets, hotel, { username: '{{ rooms }}' });
  expect(outcome).toMatchObject({
    problems: [{ detail: expect.stringMatching(/^rooms is not a field of kind stay; there are key, .*room,/) }],
  });
});
