import { Unreadable } from './effort.js';

/** Calling code, and what is dialled before the number within the country (ITU-T E.164, national numbering plans). */
const regions: Readonly<Record<string, readonly [code: string, trunk: string]>> = {
  AE: ['971', '0'],
  AT: ['43', '0'],
  AU: ['61', '0'],
  BE: ['32', '0'],
  BG: ['359', '0'],
  BR: ['55', '0'],
  CA: ['1', '1'],
  CH: ['41', '0'],
  CN: ['86', '0'],
  CY: ['357', ''],
  CZ: ['420', ''],
  DE: ['49', '0'],
  DK: ['45', ''],
  EE: ['372', ''],
  EG: ['20', '0'],
  ES: ['34', ''],
  FI: ['358', '0'],
  FR: ['33', '0'],
  GB: ['44', '0'],
  GR: ['30', ''],
  HK: ['852', ''],
  HR: ['385', '0'],
  HU: ['36', '06'],
  ID: ['62', '0'],
  IE: ['353', '0'],
  IL: ['972', '0'],
  IN: ['91', '0'],
  IS: ['354', ''],
  IT: ['39', ''],
  JP: ['81', '0'],
  KR: ['82', '0'],
  LI: ['423', ''],
  LT: ['370', '0'],
  LU: ['352', ''],
  LV: ['371', ''],
  MT: ['356', ''],
  MX: ['52', ''],
  MY: ['60', '0'],
  NL: ['31', '0'],
  NO: ['47', ''],
  NZ: ['64', '0'],
  PH: ['63', '0'],
  PL: ['48', ''],
  PT: ['351', ''],
  RO: ['40', '0'],
  RS: ['381', '0'],
  SA: ['966', '0'],
  SE: ['46', '0'],
  SG: ['65', ''],
  SI: ['386', '0'],
  SK: ['421', '0'],
  TH: ['66', '0'],
  TR: ['90', '0'],
  TW: ['886', '0'],
  UA: ['380', '0'],
  US: ['1', '1'],
  VN: ['84', '0'],
  ZA: ['27', '0'],
};

export const phoneRegions: readonly string[] = Object.keys(regions);

/** E.164: `+447700900123`. National numbers are those of `region`. @throws Unreadable */
export function phoneNumber(written: string, region: string): string {
  const text = written
    .replace('(0)', '')
    .replaceAll(/[\s().\-/\u00a0]/g, '')
    .replace(/^00/, '+');
  const [code, trunk] = regions[region];
  const digits = text.startsWith('+')
    ? text.slice(1)
    : `${code}${trunk && text.startsWith(trunk) ? text.slice(trunk.length) : text}`;
  if (!/^[1-9]\d{6,14}$/.test(digits))
    throw new Unreadable(`is no telephone number of ${region}, nor one with + and a country code`);
  return `+${digits}`;
}
