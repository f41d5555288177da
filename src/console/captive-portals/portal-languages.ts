/** Languages that the pages of a portal are written in (BCP 47), the one first that stands in for all others. */
export const portalLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'ja', 'zh', 'ar'] as const;

export type PortalLanguage = (typeof portalLanguages)[number];
