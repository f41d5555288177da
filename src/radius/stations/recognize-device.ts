import Bowser from 'bowser';
import { type SeenStation, type StationTraits, traitsOf } from './seen-station.wire.js';

/** As far as recognised; null: unknown. */
export interface RecognizedDevice {
  readonly type: string | null;
  readonly os: string | null;
}

type Word = readonly [pattern: RegExp, type: string | null, os: string | null];

/** Looked for in names of profiles, DHCP vendor classes and host names; the first match counts. */
const words: readonly Word[] = [
  [/i-?phone|i-?pod/i, 'phone', 'iOS'],
  [/i-?pad/i, 'tablet', 'iPadOS'],
  [/apple-?tv|tvos/i, 'tv', 'tvOS'],
  [/apple-?watch|watchos/i, 'watch', 'watchOS'],
  [/macbook|imac|mac-?mini|mac ?-?os|os ?-?x\b|macintosh/i, 'computer', 'macOS'],
  [/android ?-?tv|chromecast|smart-?tv|roku|fire ?-?tv/i, 'tv', null],
  [/galaxy-?tab|android ?-?tablet/i, 'tablet', 'Android'],
  [/galaxy|pixel|oneplus|redmi|xiaomi|android ?-?phone|huawei:android/i, 'phone', 'Android'],
  [/android/i, null, 'Android'],
  [/chrome ?-?os|chromebook/i, 'computer', 'ChromeOS'],
  [/playstation|xbox|nintendo/i, 'console', null],
  [/printer|jetdirect|laserjet|officejet|epson/i, 'printer', null],
  [/ip ?-?camera|axis-|hikvision/i, 'camera', null],
  [/ip ?-?phone|polycom|yealink/i, 'phone', null],
  [/windows|microsoft|msft|\bwin ?-?(?:7|8|10|11)\b|desktop-|laptop-/i, 'computer', 'Windows'],
  [/ubuntu|debian|fedora|linux/i, null, 'Linux'],
  [/\bios\b/i, null, 'iOS'],
];

/** Beginnings of DHCP parameter request lists; Apple's computers ask for NetBIOS (44), its phones do not. */
const requests: readonly (readonly [
  beginning: readonly number[],
  asks: number | null,
  type: string | null,
  os: string,
])[] = [
  [[1, 121, 3, 6, 15], 44, 'computer', 'macOS'],
  [[1, 121, 3, 6, 15], null, null, 'iOS'],
  [[1, 3, 6, 15, 31, 33, 43, 44, 46, 47], null, 'computer', 'Windows'],
  [[1, 3, 6, 15, 26, 28, 51, 58, 59], null, null, 'Android'],
];

const types: Readonly<Record<string, string>> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer', tv: 'tv' };
const systems: Readonly<Record<string, string>> = { 'Chrome OS': 'ChromeOS' };
/** Browsers report these without a version, or always with the same one. */
const versioned: readonly string[] = ['iOS', 'iPadOS', 'Android'];
const frozen = /Android 10; K\)/;

/** The kind of a device, from what its access point reports: its own browser's words first. */
export function recognizeDevice(seen: SeenStation | null | undefined): RecognizedDevice {
  if (!seen) return { type: null, os: null };
  const traits = traitsOf(seen);
  const found = [byUserAgent(traits), ...traits.names.map(byWord), byRequest(traits)];
  return {
    type: found.find(({ type }) => type !== null)?.type ?? null,
    os: found.find(({ os }) => os !== null)?.os ?? null,
  };
}

function byUserAgent({ userAgent }: StationTraits): RecognizedDevice {
  if (!userAgent) return { type: null, os: null };
  const {
    os: { name, version },
    platform,
  } = Bowser.parse(userAgent);
  const isTablet = name === 'iOS' && platform.type === 'tablet';
  const system = isTablet ? 'iPadOS' : (systems[name ?? ''] ?? name ?? null);
  const [major] =
    system !== null && versioned.includes(system) && !frozen.test(userAgent) ? (version ?? '').split('.') : [''];
  return { type: types[platform.type ?? ''] ?? null, os: system && (major ? `${system} ${major}` : system) };
}

function byWord(name: string): RecognizedDevice {
  const [, type, os] = words.find(([pattern]) => pattern.test(name)) ?? [null, null, null];
  return { type, os };
}

function byRequest({ requestedOptions }: StationTraits): RecognizedDevice {
  if (!requestedOptions) return { type: null, os: null };
  const [, , type, os] = requests.find(
    ([beginning, asks]) =>
      beginning.every((option, at) => requestedOptions[at] === option) &&
      (asks === null || requestedOptions.includes(asks)),
  ) ?? [null, null, null, null];
  return { type, os };
}
