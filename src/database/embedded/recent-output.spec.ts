import { expect, test } from '@jest/globals';
import { RecentOutput } from './recent-output.js';

test('the last lines are kept, whatever pieces they come in, and nothing that quotes a statement', () => {
  const words = new RecentOutput();
  for (let line = 0; line < 20; line += 1) words.hear(`2026-03-01 UTC [7] LOG:  checkpoint ${line}\n`);
  words.hear('2026-03-01 UTC [7] ERROR:  duplicate key\n2026-03-01 UTC [7] DETAIL:  Key (email)=(eva@example.com)\n');
  words.hear(
    "2026-03-01 UTC [7] STATEMENT:  insert into users\n\tvalues ('eva')\n2026-03-01 UTC [7] PANIC:  could not ",
  );
  words.hear('write to file: No space left on device\n');
  const lines = words.text.split('\n');
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toBe('2026-03-01 UTC [7] PANIC:  could not write to file: No space left on device');
  expect(words.text).not.toMatch(/eva|duplicate/);
});
