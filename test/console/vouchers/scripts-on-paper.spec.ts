import { describe, expect, test } from '@jest/globals';
import { cardSheet } from '../../../src/console/paper/card-sheet.js';
import { Pdf } from '../pdf.js';

/** A card of the house, for somebody, of a network. */
async function card(house: string, name: string | null, network: string): Promise<Pdf> {
  const drawn = { code: null, name, before: [`Network: ${network}`], large: 'K7MP2XWQ', after: [] };
  const chunks: Buffer[] = [];
  for await (const chunk of cardSheet(house, [drawn], 'receipt')) chunks.push(chunk as Buffer);
  return new Pdf(Buffer.concat(chunks));
}
/** The outlines that a text is drawn with, from left to right. */
async function outlinesOf(text: string): Promise<readonly string[]> {
  const { drawn } = await card('Hotel', text, 'Guest');
  return drawn.find((each) => each.text === text)?.outlines ?? [];
}
const letters = (text: string) => [...text].filter((each) => each !== ' ').length;

describe('each script', () => {
  test.each([
    ['Chinese', '北京饭店', '王小明', '酒店客人'],
    ['Chinese of Taiwan', '臺北飯店', '陳大文', '貴賓'],
    ['Japanese', 'ホテル東京', '山田 太郎', 'さくら髙﨑鰯'],
    ['Korean', '서울호텔', '김철수', '호텔 손님 힣'],
  ])('%s has one outline for each letter', async (_, house, name, network) => {
    const { pages, drawn } = await card(house, name, network);
    const found = drawn.map(({ text, outlines }) => [text, outlines.length]);
    expect([pages, found]).toEqual([
      1,
      [
        [house, letters(house)],
        [name, letters(name)],
        [`Network: ${network}`, letters(`Network:${network}`)],
      ],
    ]);
    // Nothing is a box: no two different letters look the same.
    for (const each of drawn) expect(new Set(each.outlines).size).toBe(new Set(each.text.replaceAll(' ', '')).size);
  });

  test('Thai has its marks above and below', async () => {
    const { text, drawn } = await card('โรงแรมกรุงเทพ', 'สมชาย น้ำใจดี', 'แขก');
    for (const each of ['โรงแรมกรุงเทพ', 'สมชาย น้ำใจดี', 'Network: แขก']) expect(text).toContain(each);
    expect(drawn.map(({ outlines }) => new Set(outlines).size > 3)).toEqual([true, true, true]);
  });

  test('Hebrew reads from the right, with what is Latin in it from the left', async () => {
    const [shin, lamed] = [await outlinesOf('ש'), await outlinesOf('ל')].flat();
    expect(await outlinesOf('של')).toEqual([lamed, shin]);
    expect(await outlinesOf('לש')).toEqual([shin, lamed]);
    // A number goes on the left of the word before it, and its own digits keep their order.
    const mixed = await outlinesOf('ש 12');
    expect([mixed.length, mixed.at(-1)]).toEqual([3, shin]);
    expect(mixed.slice(0, 2)).toEqual((await outlinesOf('12 ש')).slice(1));
    // Brackets look the other way.
    const [opening] = await outlinesOf('(ש)');
    expect([opening, shin]).toEqual([(await outlinesOf('(ש)')).at(0), shin]);
  });

  test('Arabic is joined', async () => {
    const [alone] = await outlinesOf('ب');
    const joined = await outlinesOf('ببب');
    expect(joined).toHaveLength(3);
    expect(new Set([alone, ...joined]).size).toBe(4);
  });
});

test('what no font has is spelled in Latin letters, never a box', async () => {
  const { text, drawn } = await card('Hotel', 'अमित', 'Guest');
  expect(text).toContain('अमित');
  const [{ outlines }] = drawn;
  const latin = await outlinesOf('amit ש');
  expect(outlines).toEqual(latin.slice(0, 4));
});

test('what the usual font has is text as before', async () => {
  const { text, drawn } = await card('Hôtel Nováková Ωμέγα Москва', 'Łukasz Żółć', 'Café');
  expect([drawn, text]).toEqual([[], expect.stringContaining('Łukasz Żółć')]);
});
