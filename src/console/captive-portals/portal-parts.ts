import type { PortalLanguage } from './portal-languages.js';
import type { PortalTermsDto, PortalTextsDto, PortalThemeDto, RoomRulesDto } from './portal-parts.dto.js';
import type { PortalTierDto } from './portal-tier.dto.js';
import type { tierEndings, TierPayment } from './portal-tier.js';

/** In the words of the API. Absent parts have the portal's default look. */
export type PortalTheme = Readonly<PortalThemeDto>;

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
