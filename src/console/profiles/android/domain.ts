import type { ProfileValues } from '../profile.js';

/** The home domain: the one that is set, else what follows the first label of the first server name. */
export function domainOf({ domain, serverNames }: Pick<ProfileValues, 'domain' | 'serverNames'>): string {
  return domain ?? serverNames[0].split('.').slice(1).join('.');
}

/** Android accepts only servers whose name is the domain or ends in it. */
export function coversServers(values: Pick<ProfileValues, 'domain' | 'serverNames'>): boolean {
  const domain = domainOf(values);
  return domain.includes('.') && values.serverNames.every((name) => name === domain || name.endsWith(`.${domain}`));
}
