/** Languages of the portal's pages (BCP 47). The first one is shown if none fits. */
export const portalLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'ja', 'zh', 'ar'] as const;

export type PortalLanguage = (typeof portalLanguages)[number];
