import { formatter } from '@lingui/format-po';
import type { LinguiConfig } from '@lingui/conf';

export default {
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'es', 'it', 'cs'],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'] }],
  format: formatter({ lineNumbers: false, origins: false }),
} satisfies LinguiConfig;
