import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import { PartialType } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { checkOf } from './dto-check.js';
import { fieldProblems } from './field-problems.js';
import {
  Field,
  FlagField,
  IdField,
  InstantField,
  MailboxField,
  ProseField,
  RefusedField,
  TextField,
  VerbatimField,
  WholeNumberField,
} from './fields.js';
import { readListOf, readOneOf, Wrong } from './readers.js';

class GuestInputDto {
  @TextField(8)
  name: string;
  @ProseField(8, { nullable: true })
  comment?: string | null;
  @MailboxField(20, { nullable: true })
  email?: string | null;
  @WholeNumberField(1, 10, { required: false })
  max_devices?: number;
  @FlagField({ required: false })
  disabled?: number;
  @IdField({ nullable: true })
  table_id?: string | null;
  @InstantField({ nullable: true })
  valid_until?: string | null;
}

class GuestChangeDto extends PartialType(GuestInputDto, { skipNullProperties: false }) {}

test('what is read has the code’s names and the stored form', () => {
  const { values, errors } = checkOf(GuestInputDto).fromApi({
    name: ' Eva ',
    comment: ' ',
    table_id: '3FA85F64-5717-4562-B3FC-2C963F66AFA6',
    disabled: 1,
    valid_until: '2026-05-14T15:00:00+02:00',
  });
  expect(errors).toEqual([]);
  expect(values).toEqual({
    name: 'Eva',
    comment: null,
    groupId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    disabled: true,
    validUntil: '2026-05-14T13:00:00.000Z',
  });
});

test('a required field that is absent is named before what is wrong, and a change needs none', () => {
  const wrong = { comment: 5, disabled: 2, Name: 'Eva' };
  const problems = [
    { pointer: '#/comment', detail: 'must be text' },
    { pointer: '#/disabled', detail: 'must be 0 or 1' },
    { pointer: '#/Name', detail: 'is not a field that can be set: remove it' },
  ];
  const required = { pointer: '#/name', detail: 'is required' };
  expect(checkOf(GuestInputDto).fromApi(wrong).errors).toEqual([required, ...problems]);
  expect(checkOf(GuestChangeDto).fromApi(wrong).errors).toEqual(problems);
});

test('null empties what may be empty, and nothing else', () => {
  const { values, errors } = checkOf(GuestChangeDto).fromApi({ name: null, comment: null, max_devices: null });
  expect(values).toEqual({ comment: null });
  expect(errors.map(({ pointer }) => pointer)).toEqual(['#/name', '#/max_devices']);
});

test('values in the code’s names are checked by the same rules', () => {
  expect(checkOf(GuestInputDto).check({ groupId: 'lobby', validUntil: undefined })).toEqual({
    values: {},
    errors: [{ pointer: '#/table_id', detail: 'must be an id (UUID)' }],
  });
});

test('class-validator itself says the same of every body', () => {
  const anything = fc.oneof(fc.string(), fc.integer(), fc.constantFrom(null, true, 'eva@example.com', [], {}));
  const body = fc.record(
    {
      name: anything,
      comment: anything,
      email: anything,
      max_devices: anything,
      disabled: anything,
      table_id: fc.oneof(fc.uuid(), anything),
      valid_until: fc.oneof(
        fc.date({ noInvalidDate: true }).map(String),
        fc.constant('2026-02-30T00:00:00Z'),
        anything,
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(body, (data) => {
      const said = validateSync(plainToInstance(GuestInputDto, data), { whitelist: true, forbidNonWhitelisted: true });
      expect(new Set(checkOf(GuestInputDto).fromApi(data).errors)).toEqual(new Set(fieldProblems(said)));
    }),
  );
});

class HouseInputDto {
  @Field((value) => Wrong.all((value as string[]).map((each, index) => new Wrong(`is ${each}`, `/${index}`))) ?? value)
  doors: string[];
  @RefusedField('is read from the desk')
  keys?: never;
}

test('every wrong place inside a value is named, and what to do instead of setting a field that nobody can', () => {
  expect(checkOf(HouseInputDto).fromApi({ doors: ['open', 'gone'], keys: 7 }).errors).toEqual([
    { pointer: '#/doors/0', detail: 'is open' },
    { pointer: '#/doors/1', detail: 'is gone' },
    { pointer: '#/keys', detail: 'is read from the desk' },
  ]);
  expect(checkOf(HouseInputDto).fromApi({ doors: [] })).toEqual({ values: { doors: [] }, errors: [] });
});

class SignInInputDto {
  @VerbatimField(8, { minLength: 2 })
  password: string;
  @Field(readListOf(readOneOf(['pool', 'gym']), 1, 2), { required: false })
  areas?: string[];
}

test('a password keeps its blanks, and a wrong item of a list is pointed at', () => {
  const check = checkOf(SignInInputDto);
  expect(check.fromApi({ password: '  ', areas: ['gym'] })).toEqual({
    values: { password: '  ', areas: ['gym'] },
    errors: [],
  });
  expect(check.fromApi({ password: 'x', areas: ['gym', 'bar'] }).errors).toEqual([
    { pointer: '#/password', detail: 'must have 2 to 8 characters' },
    { pointer: '#/areas/1', detail: 'must be one of pool, gym' },
  ]);
  expect(check.fromApi({ password: 'xy', areas: [] }).errors).toEqual([
    { pointer: '#/areas', detail: 'must be a list of 1 to 2 items' },
  ]);
});
