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

/** Nováková → Novakova, Müller → Mueller, 王 → Wang. */
export function ascii(text: string): string {
  return anyAscii(text.normalize('NFC').replace(/[äöüÄÖÜßẞ]/g, (letter) => germanDoubles[letter]));
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
