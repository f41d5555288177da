import { isZone } from '../access/moment.js';
import type { SiteDefaults } from '../access/record-scope.js';
import type { Connection } from './connection.js';

/**
 * Site and zone for a record that names neither. Without a `site` setting, the connection's own number stands in: like
 * the account names built on it, it never changes, and no other connection has it.
 */
export function siteDefaultsOf({ id, settings }: Pick<Connection, 'id' | 'settings'>): SiteDefaults {
  const { site, time_zone: timeZone } = settings;
  return {
    site: typeof site === 'string' && site !== '' ? site : id.slice(-8),
    timeZone: isZone(timeZone) ? timeZone : null,
  };
}
