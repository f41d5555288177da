import type { Instant } from '../../kernel/clock.js';

export const eapTypes = ['EAP-TLS', 'PEAP', 'EAP-TTLS'] as const;
export type EapType = (typeof eapTypes)[number];

export const platforms = ['windows', 'macos', 'ios', 'android', 'chromeos'] as const;
export type Platform = (typeof platforms)[number];

/** How a password goes through an EAP-TTLS tunnel; PEAP always takes MSCHAPv2. */
export const innerMethods = ['PAP', 'MSCHAPv2'] as const;
export type InnerMethod = (typeof innerMethods)[number];

/** EAP method numbers: https://www.iana.org/assignments/eap-numbers */
export const eapNumbers: Record<EapType, number> = { 'EAP-TLS': 13, 'EAP-TTLS': 21, PEAP: 25 };

/** Values of a profile. */
export interface ProfileValues {
  readonly name: string;
  readonly ssid: string;
  readonly eapType: EapType;
  readonly platform: Platform;
  readonly innerMethod: InnerMethod | null;
  /** The only server names that devices accept; never empty. */
  readonly serverNames: readonly string[];
  /** Shown outside the tunnel instead of the user's name; null: the name itself. */
  readonly anonymousIdentity: string | null;
  /** The network does not broadcast its name. */
  readonly hidden: boolean;
  /** Passpoint home domain (android). Every server name that android is to accept ends in it. */
  readonly domain: string | null;
  readonly userId: string | null;
  readonly certificateId: string | null;
}

/** Whom a file is for. */
export interface ProfileFileOptions {
  readonly userId?: string | null;
  readonly certificateId?: string | null;
  /** Of the certificate that is issued into the file. */
  readonly validityDays?: number;
}

export type ProfileChange = Partial<ProfileValues>;

export type NewProfile = Pick<ProfileValues, 'ssid' | 'eapType' | 'platform'> & ProfileChange & ProfileFileOptions;

/** A stored profile. Files are made from it, with secrets that are never stored. */
export interface Profile extends ProfileValues {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The home domain: the one set, else what follows the first label of the first server name. */
export function domainOf({ domain, serverNames }: Pick<ProfileValues, 'domain' | 'serverNames'>): string {
  return domain ?? serverNames[0].split('.').slice(1).join('.');
}

/** Android accepts only servers whose name is the domain or ends in it. */
export function coversServers(values: Pick<ProfileValues, 'domain' | 'serverNames'>): boolean {
  const domain = domainOf(values);
  return domain.includes('.') && values.serverNames.every((name) => name === domain || name.endsWith(`.${domain}`));
}
