import { expect, test } from '@jest/globals';
import { commandsOf } from './plpgsql.js';

test('a text is taken apart into its commands, not within quotes, bodies or comments', () => {
  const text = `
    -- One; and another's comment.
    create function one() returns text language sql as $$ select 'a'; $$;
    do $do$ begin execute format($f$ create function two(); $f$); end $do$;
    comment on function one is 'It''s one; not two';
  `;
  expect(commandsOf(text)).toEqual([
    "create function one() returns text language sql as $$ select 'a'; $$",
    'do $do$ begin execute format($f$ create function two(); $f$); end $do$',
    "comment on function one is 'It''s one; not two'",
  ]);
});
