import anyAscii from 'any-ascii';

const germanDoubles: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
};

const doubles: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Half-width katakana, as hotel systems send them in Shift JIS: the voiced mark is a sign of its own (ｽﾞ → ズ). */
const halfWidthKana = /[\uff66-\uff9f]+/g;

/** Nováková → Novakova, Müller → Mueller, 王 → Wang. */
export function ascii(text: string): string {
  const whole = text.replace(halfWidthKana, (kana) => kana.normalize('NFKC'));
  return anyAscii(whole.normalize('NFC').replace(/[äöüÄÖÜßẞ]/g, (letter) => germanDoubles[letter]));
}

/** Müller → mueller, Ångström → aangstroem, as people write who have no such letters; else only in lower case. */
export function withDoubles(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => doubles[letter]);
}

/** Fit for an address or an account name: `Hotel Lindenhof ****` → `hotel-lindenhof`. */
export function slug(text: string, spell = ascii): string {
  return spell(text)
    .toLowerCase()
    .replace(/[^a-z0-9\ue000]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function digits(text: string): string {
  return text.replace(/[^0-9]/g, '');
}
