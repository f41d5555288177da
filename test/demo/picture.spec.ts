import { expect, test } from '@jest/globals';
import { picture, type ShownAccount } from './picture.js';

const account = (number: number, isOn = true): ShownAccount => ({
  username: `${200 + number}-wallenstein-hohenzollern`,
  group: 'Hotel guests',
  isOn,
  until: 'until 2026-11-24 12:00',
});
const said = Array.from({ length: 90 }, (_, number) => `${number} `.repeat(60));

/** As a terminal shows it: what is written without the words that move the cursor and colour. */
function linesOf(text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return text.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, '').split('\n');
}

test.each([
  [80, 24],
  [120, 40],
  [40, 10],
  [20, 5],
])('%i columns and %i rows hold all of it: nothing wraps and nothing scrolls away', (columns, rows) => {
  for (const count of [0, 1, 5, 33]) {
    const lines = linesOf(
      picture(
        Array.from({ length: count }, (_, number) => account(number, number % 3 > 0)),
        said,
        { columns, rows },
      ),
    );
    expect(lines.length).toBeLessThanOrEqual(rows);
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(columns);
    expect(lines[0]).toContain('Wi-Fi accounts');
    expect(lines.at(-2)).toContain('89 ');
  }
});

test('who is online comes first, and those without a place are counted', () => {
  const lines = linesOf(
    picture(
      Array.from({ length: 33 }, (_, number) => account(number, number === 32)),
      ['done'],
      { columns: 80, rows: 24 },
    ),
  );
  expect(lines[0]).toBe('Wi-Fi accounts: 1 online, 32 off');
  expect(lines[1]).toContain('● online  232-wallenstein');
  expect(lines).toContain('  … and 24 more');
});
