import type { Profile } from './profile.js';

/** A key and certificate on their way to a device. */
export interface DeviceIdentity {
  /** PKCS#12. */
  readonly container: Buffer;
  /** Of the container; empty where the device's importer takes none. */
  readonly password: string;
  /** DER. */
  readonly certificate: Buffer;
}

/** All that a device must know to join: whom to trust, as whom to appear. */
export interface Enrollment {
  readonly profile: Profile;
  readonly organizationName: string;
  /**
   * Certificates of the only authorities that servers may have theirs from, DER: the one of today first, then its
   * successor.
   */
  readonly authorities: readonly Buffer[];
  /** The user's name; undefined: the device asks. */
  readonly username?: string;
  readonly identity?: DeviceIdentity;
  /** The same id for the same part of the same profile, so that a newer file replaces the older. */
  idOf(part: string): string;
}

/**
 * Each authority with the name of its part: a file made after one was retired replaces what the earlier file brought.
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
