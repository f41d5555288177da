import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createUser, userSpec } from '../../../../test/wifi-console-contract/operations.js';
import {
  bulkResultsOf,
  consoleUser,
  groupOf,
  pagingOf,
  wireProblem,
  collectionRows,
  showsExtensions,
  userBody,
  wireVouchersOf,
  without,
} from './remote-console.wire.js';

describe('what is sent', () => {
  test('a creation names only what has a value', () => {
    const { externalId } = createUser('a');
    expect(
      userBody(
        {
          fields: userSpec('101-novak', { disabled: true, firstName: 'Jana' }),
          password: 'p',
          groupId: 'g',
          externalId,
        },
        true,
      ),
    ).toEqual({
      username: '101-novak',
      password: 'p',
      table_id: 'g',
      disabled: 1,
      first_name: 'Jana',
      external_id: externalId,
    });
  });

  test('a change names only what changes, and null clears', () => {
    expect(userBody({ fields: { disabled: false, validUntil: null }, password: null, groupId: null }, false)).toEqual({
      disabled: 0,
      valid_until: null,
    });
    expect(userBody({ fields: { groupName: null }, password: null, groupId: null }, false)).toEqual({ table_id: null });
    expect(userBody({ fields: { groupName: 'VIP' }, password: null, groupId: 'g' }, false)).toEqual({ table_id: 'g' });
  });

  test('fields that a server refuses are left out', () => {
    expect(without({ username: 'a', phone: '1' }, new Set(['phone']))).toEqual({ username: 'a' });
  });
});

describe('what is read', () => {
  test('an account in the reference form, and in forms near it', () => {
    expect(consoleUser({ id: 'u1', username: 'a', disabled: 1, table_id: 'g' })).toEqual({
      remoteId: 'u1',
      username: 'a',
      disabled: true,
      groupId: 'g',
      validUntil: null,
      externalId: null,
    });
    expect(
      consoleUser({
        id: 17,
        username: 'a',
        disabled: false,
        valid_until: '2026-05-14T15:00:00+02:00',
        external_id: 'x',
      }),
    ).toEqual({
      remoteId: '17',
      username: 'a',
      disabled: false,
      groupId: null,
      validUntil: '2026-05-14T13:00:00.000Z',
      externalId: 'x',
    });
    for (const wrong of [null, 'a', [], {}, { id: 'x' }, { username: 'x' }, { id: {}, username: [] }])
      expect(consoleUser(wrong)).toBeNull();
  });

  test('vouchers as a collection, a list or one', () => {
    const voucher = { id: 'v', code: 'ABC', table_id: 'g' };
    for (const body of [{ _embedded: { vouchers: [voucher] } }, [voucher], voucher])
      expect(wireVouchersOf(body)).toEqual([{ remoteId: 'v', code: 'ABC', groupId: 'g' }]);
    expect(wireVouchersOf({ created: 3 })).toEqual([]);
  });

  test('bulk results by number and by word; without results nothing is claimed', () => {
    expect(
      bulkResultsOf({
        results: [
          { index: 1, status: 201, id: 'a' },
          { status: 'unchanged', id: 'b' },
          { status: 'failed', error: { status: 409, detail: 'taken' } },
          { status: 'odd' },
        ],
      })?.map(({ index, status }) => [index, status]),
    ).toEqual([
      [1, 201],
      [1, 200],
      [2, 409],
      [3, 0],
    ]);
    for (const wrong of [undefined, {}, { results: 'x' }, []]) expect(bulkResultsOf(wrong)).toBeNull();
  });

  test('problems name their fields, whichever way they are told', () => {
    expect(wireProblem({ detail: 'Wrong', errors: [{ pointer: '#/phone', detail: 'not a number' }] }, 422)).toEqual({
      detail: 'Wrong; phone: not a number',
      fields: ['phone'],
    });
    expect(wireProblem({ title: 'Wrong', validation_messages: { email: { a: 'b' } } }, 422)).toEqual({
      detail: 'Wrong; email: b',
      fields: ['email'],
    });
    expect(wireProblem(undefined, 500)).toEqual({ detail: 'The console answered 500', fields: [] });
  });

  test('rows of a list, and nothing of what is no list', () => {
    expect(collectionRows({ _embedded: { users: [1] } }, 'users')).toEqual([1]);
    expect(collectionRows({ _embedded: {} }, 'users')).toBeNull();
    expect(collectionRows('x', 'users')).toBeNull();
  });

  test('whatever a server answers is read without breaking', () => {
    const keys = fc.constantFrom(
      'id',
      'username',
      'errors',
      'pointer',
      'detail',
      '_embedded',
      'users',
      'vouchers',
      'results',
      'status',
      'error',
      'index',
      '_links',
      'next',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (body) => {
        for (const read of [consoleUser, groupOf, wireVouchersOf, bulkResultsOf, pagingOf, showsExtensions]) read(body);
        collectionRows(body, 'users');
        expect(wireProblem(body, 400).detail.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
