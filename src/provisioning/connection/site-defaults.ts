import { isZone } from '../access/moment.js';
import type { SiteDefaults } from '../access/record-scope.js';
import type { Connection } from './connection.js';

/**
 * What a record that names neither site nor zone gets. Without a `site` setting, the connection's own number stands in:
 * it never changes, as account names built on it must not either, and never meets another connection's.
 */
export function siteDefaultsOf({ id, settings }: Pick<Connection, 'id' | 'settings'>): SiteDefaults {
  const { site, time_zone: timeZone } = settings;
  return {
    site: typeof site === 'string' && site !== '' ? site : id.slice(-8),
    timeZone: isZone(timeZone) ? timeZone : null,
  };
}
