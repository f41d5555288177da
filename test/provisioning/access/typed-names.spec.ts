import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../kernel/any-character.js';
import type { Stay } from '../../../src/provisioning/facts/facts.js';
import { employment, preset, stay, userOf } from './records.js';

const access = preset('hotel-enterprise');
const named = (lastName: string, more: { key?: string } = {}) => userOf(access, stay({ lastName }), more);
const anything = fc
  .oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 500 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      'Nuñez 😀',
      'كريم عبد الله',
      'שלום',
      '王',
      'สมชาย',
      "O'Brien",
      '👩‍👩‍👧',
      '🇦🇹',
      '\u202eabc',
      'a\u0000b',
      '½',
      '１２３',
      '---',
      '\ue000',
    ),
  )
  .filter((text) => text.trim() !== '' && !/@\S*\./.test(text.normalize('NFKC')));

describe('a name that is typed has letters and digits only, whatever the hotel system sends', () => {
  test.each([
    ['Nuñez 😀', '412-nunez'],
    ['O’Brien', '412-obrien'],
    ['de Vries', '412-devries'],
    ['Müller–Lüdenscheidt', '412-mueller-luedenscheidt'],
    ['Ковальчук', '412-kovalchuk'],
    ['𝓝𝓸𝓿𝓪𝓴', '412-novak'],
    ['No\u200bvak\ufe0f', '412-novak'],
    ['Smith & Jones', '412-smith-jones'],
    ['Novák 王', '412-novakwang'],
    ['Nováková (كريم)', '412-novakova'],
    ['ʻOkina', '412-okina'],
  ])('%s becomes %s', (lastName, username) => {
    expect(named(lastName)).toMatchObject({ username, password: { kind: 'value', value: username.slice(4) } });
  });

  test.each([['كريم عبد الله'], ['שלום כהן'], ['शर्मा'], ['สมชาย'], ['😀'], ['!!!']])(
    '%s, which has no Latin spelling that a guest would know, becomes the room and a short number',
    (lastName) => {
      const { username, password } = named(lastName);
      expect(username).toMatch(/^412-[1-9]\d{3}$/);
      expect(password).toMatchObject({ kind: 'value', value: username.slice(4) });
      expect(named(lastName)).toEqual(named(lastName));
      expect(named(lastName, { key: '9002' }).username).not.toBe(username);
    },
  );

  test('without a room the number is longer, since more people may share the rest of the name', () => {
    expect(
      userOf(preset('staff', { username: '{{ last_name | ascii }}' }), employment({ lastName: 'كريم' })).username,
    ).toMatch(/^[1-9]\d{5}$/);
  });

  test('any surname gives an ASCII name and password, stable, that RADIUS can carry', () => {
    fc.assert(
      fc.property(anything, (lastName) => {
        const grant = named(lastName);
        expect(grant.username).toMatch(/^412-[A-Za-z0-9._@-]+$/);
        expect(grant.password).toMatchObject({ value: expect.stringMatching(/^[A-Za-z0-9._@-]+$/) });
        expect(grant.username.length).toBeLessThanOrEqual(253);
        expect(grant).toEqual(named(lastName));
      }),
      { numRuns: 3000 },
    );
  });

  test('without the ascii filter letters of any script stay, and nothing else but separators', () => {
    const plain = preset('hotel-enterprise', { username: '{{ room }}-{{ last_name }}' });
    expect(userOf(plain, stay({ lastName: 'Nováková ✨' })).username).toBe('412-Nováková');
    fc.assert(
      fc.property(anything, (lastName) => {
        expect(userOf(plain, stay({ lastName })).username).toMatch(/^412-[\p{L}\p{M}\p{Nd}._@-]+$/u);
      }),
      { numRuns: 3000 },
    );
  });

  test('the separators of the template stay as they are written', () => {
    expect(
      userOf(preset('hotel-enterprise', { username: 'guest {{ room }}/{{ last_name | slug }}' }), stay()).username,
    ).toBe('guest 412/novakova');
  });

  test("an e-mail address is nobody else's: it is left as it is", () => {
    expect(userOf(preset('staff'), employment({ email: "Ada.O'Brien+wifi@example.com" })).username).toBe(
      "ada.o'brien+wifi@example.com",
    );
  });

  test('rooms and keys that differ have names that differ', () => {
    const room = preset('hotel-room');
    expect(userOf(room, stay({ room: '4/12' })).username).toBe('4-12');
    const hotel = preset('hotel');
    const names = ['R/1', 'R 1', 'R1', 'R#1', 'R:1'].map((key) => userOf(hotel, stay(), { key }).username);
    expect(new Set(names).size).toBe(5);
    expect(names[2]).toBe('lindenhof-R1');
  });

  test('a key of which the template itself makes a name gets no number besides', () => {
    expect(userOf(preset('hotel', { username: 'v-{{ key | slug }}' }), stay(), { key: 'entry/9921042' }).username).toBe(
      'v-entry-9921042',
    );
  });
});

describe('what is longer than a console takes is shortened, not refused', () => {
  const long = (last: string) => `${'Abc'.repeat(166)}${last}`;

  test('a user name of more than 253 bytes ends in a number of the whole name', () => {
    const [one, other] = [named(long('x')), named(long('y'))];
    expect(one.username).toMatch(/^412-abcabc.*-\d{6}$/);
    expect([one.username.length, one.username === other.username, named(long('x')).username === one.username]).toEqual([
      253,
      false,
      true,
    ]);
    expect((one.password as { value: string }).value).toHaveLength(128);
  });

  test('first and last name are cut at 200 characters, none in the middle; half an address or number is none', () => {
    const facts: Partial<Stay> = {
      firstName: `${'a'.repeat(199)}😀 and more`,
      lastName: 'b'.repeat(500),
      email: `${'c'.repeat(300)}@example.com`,
      phone: '1'.repeat(80),
    };
    expect(userOf(access, stay(facts))).toMatchObject({
      firstName: 'a'.repeat(199),
      lastName: 'b'.repeat(200),
      email: null,
      phone: null,
    });
  });

  test('the name of a group is shortened to its 128 characters', () => {
    const staff = preset('staff');
    const [one, other] = [long('x'), long('y')].map(
      (department) => userOf(staff, employment({ department })).groupName,
    );
    expect([one.length, one === other]).toEqual([128, false]);
    expect(userOf(staff, employment({ department: 'Ж'.repeat(128) })).groupName).toBe('Ж'.repeat(128));
  });

  test('any facts of any length fit', () => {
    fc.assert(
      fc.property(anything, anything, anything, (firstName, lastName, email) => {
        const grant = userOf(access, stay({ firstName, lastName, email }));
        for (const [value, most] of [
          [grant.firstName, 200],
          [grant.lastName, 200],
          [grant.email, 254],
        ] as const) {
          expect(value === null || (value.length <= most && !/[\ud800-\udbff]$/.test(value))).toBe(true);
        }
        expect(/\p{Cc}/u.test(`${grant.firstName}${grant.lastName}${grant.email}`)).toBe(false);
      }),
    );
  });
});

describe('a name made of the key, which nobody types', () => {
  const hotel = preset('hotel');
  const uuid = '7e3b9d1c-5a0a-4b2a-9b7d-b27c00a20001';
  const nameOf = (key: string, facts: Partial<Stay> = {}) => userOf(hotel, stay(facts), { key }).username;

  test('is as it was where it is short', () => {
    expect([nameOf('9921042'), nameOf(uuid)]).toEqual(['lindenhof-9921042', `lindenhof-${uuid}`]);
  });

  test('has a digest of a long key, which is always the same and tells every key from every other', () => {
    const keys = Array.from(
      { length: 5000 },
      (_, index) => `${uuid}/${uuid.slice(0, -4)}${String(index).padStart(4, '0')}`,
    );
    const names = keys.map((key) => nameOf(key));
    expect(names.every((name) => /^lindenhof-[a-z2-9]{16}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(keys.length);
    expect(keys.map((key) => nameOf(key, { room: '518', lastName: 'Berg' }))).toEqual(names);
  });

  test('fits with any site and any key, two keys never come to one name, and a suffix still fits', () => {
    fc.assert(
      fc.property(anything, anything, anything, (site, one, other) => {
        const [first, second] = [one, other].map((key) => nameOf(`${key}-${uuid}-${uuid}`, { site }));
        expect(first.length).toBeLessThanOrEqual(60);
        expect(first === second).toBe(one === other);
      }),
    );
  });

  test('that somebody writes from facts keeps its length: no guest could guess a digest', () => {
    const surname = `${'Abc'.repeat(25)}`;
    expect(named(surname).username).toBe(`412-${surname.toLowerCase()}`);
  });
});

test('what the name was before it was made to be typed is told with it, and only where it is another', () => {
  expect(named("O'Brien")).toMatchObject({
    username: '412-obrien',
    formerUsernames: ["412-o'brien"],
    password: { value: 'obrien', former: ["o'brien"] },
  });
  expect(named('Nováková')).not.toHaveProperty('formerUsernames');
});
