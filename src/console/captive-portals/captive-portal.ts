import type { RecordLife } from '../crud/record-life.js';
import type { PortalTermsDto, PortalTextsDto, PortalThemeDto, RoomRulesDto } from './captive-portal.dto.js';
import type { CaptivePortalEntity } from './captive-portal.entity.js';
import type { PortalTierDto } from './portal-tier.dto.js';
import type { PortalLanguage } from './portal-languages.js';

/** How a guest may sign in at a portal. */
export const portalMethods = [
  'voucher',
  'room_surname',
  'username_password',
  'self_registration',
  'approval',
  'terms_only',
  'remembered',
  'provider',
] as const;
export type PortalMethod = (typeof portalMethods)[number];

/** In the words of the API. Absent parts have the portal's default look. */
export type PortalTheme = Readonly<PortalThemeDto>;

/** How a tier may be paid: on the guest's room, or by card. */
export const tierPayments = ['room', 'card'] as const;
export type TierPayment = (typeof tierPayments)[number];

/** Whether a check-out ends access that was paid for. */
export const tierEndings = ['keep', 'end'] as const;

/** In the words of the API. */
export type PortalTier = Readonly<Omit<PortalTierDto, 'pay' | 'at_check_out'>> & {
  readonly pay: TierPayment;
  readonly at_check_out: (typeof tierEndings)[number];
};

/** The hotel's own texts, by language. */
export type PortalTexts = Readonly<Partial<Record<PortalLanguage, Readonly<PortalTextsDto>>>>;

export type PortalTerms = Readonly<Omit<PortalTermsDto, 'texts'>> & {
  readonly texts: Readonly<Partial<Record<PortalLanguage, string>>>;
};

/** In the words of the API. Absent parts have their default. */
export type RoomRules = Readonly<RoomRulesDto>;

export type CaptivePortal = Readonly<Omit<CaptivePortalEntity, 'organizationId'>>;

export type CaptivePortalFields = Omit<CaptivePortal, keyof RecordLife>;
