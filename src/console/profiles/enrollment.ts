import type { Profile } from './profile.js';

/** A key and certificate on their way to a device. */
export interface DeviceIdentity {
  /** PKCS#12. */
  readonly container: Buffer;
  /** Password of the container; empty if the device's importer takes none. */
  readonly password: string;
  /** DER. */
  readonly certificate: Buffer;
}

/** Everything a device needs to join: whom to trust, and as whom to sign in. */
export interface Enrollment {
  readonly profile: Profile;
  readonly organizationName: string;
  /** The only authorities that servers may have certificates from, DER: today's first, then its successor. */
  readonly authorities: readonly Buffer[];
  /** The user's name; if undefined, the device asks. */
  readonly username?: string;
  readonly identity?: DeviceIdentity;
  /** The same part of the same profile has the same id, so that a newer file replaces the older. */
  idOf(part: string): string;
}

/**
 * Each authority with the name of its part. A file made after one was retired replaces what the earlier file installed.
 */
export function authorityParts({
  authorities,
}: Pick<Enrollment, 'authorities'>): { readonly part: string; readonly certificate: Buffer }[] {
  return authorities.map((certificate, index) => ({
    part: index === 0 ? 'authority' : `authority-${index + 1}`,
    certificate,
  }));
}

export interface ProfileFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** A file name of harmless characters: `Guest Wi-Fi` becomes `Guest_Wi-Fi.xml`. */
export function fileNameOf({ profile }: Pick<Enrollment, 'profile'>, ending: string): string {
  const stem = profile.ssid.replace(/[^A-Za-z0-9-]+/g, '_').replace(/^_+|_+$/g, '');
  return `${stem || 'wifi'}.${ending}`;
}
