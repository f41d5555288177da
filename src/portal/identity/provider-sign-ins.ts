import { Injectable } from '@nestjs/common';
import type { AuthenticationProvider } from '../../console/authentication-providers/authentication-provider.js';
import { AuthenticationProvidersService } from '../../console/authentication-providers/authentication-providers.service.js';
import { groupByRules } from '../../console/authentication-providers/group-rules.js';
import { ProviderSecrets } from '../../console/authentication-providers/provider-secrets.js';
import type { Context } from '../../kernel/context.js';
import { DirectoriesRepository } from './directories.repository.js';
import { LdapDirectory } from './ldap/ldap-directory.js';
import {
  isRefusal,
  type ProvenPerson,
  type ProviderRefusal,
  refusal,
  type UngroupedPerson,
} from './contract/proven-person.js';

/** Who signs in. */
export type SignInUse = 'guests' | 'operators';

export interface PersonOfProvider {
  readonly providerId: string;
  readonly person: ProvenPerson;
}

/** People who prove elsewhere who they are. A refusal is an expected outcome, not an error. */
@Injectable()
export class ProviderSignIns {
  constructor(
    private readonly providers: AuthenticationProvidersService,
    private readonly secrets: ProviderSecrets,
    private readonly ldap: LdapDirectory,
    private readonly directories: DirectoriesRepository,
  ) {}

  /** For providers of type ldap. How often somebody may try is the caller's to limit. */
  async byPassword(
    context: Context,
    providerId: string,
    use: SignInUse,
    username: string,
    password: string,
  ): Promise<ProvenPerson | ProviderRefusal> {
    const provider = await this.providers.read(context, providerId);
    if (provider.disabled || provider.type !== 'ldap' || ![use, 'both'].includes(provider.use))
      return refusal('not_offered', `The provider is disabled, not for ${use}, or takes no passwords`);
    const directory = `${context.organizationId}/${provider.id}/${provider.revision}`;
    const settings = this.secrets.opened(context, provider);
    const claims = provider.groups.flatMap((rule) => ('claim' in rule ? [rule.claim] : []));
    const wanted = { claims, withAllGroups: provider.groups.some((rule) => 'group' in rule) };
    const outcome = await this.ldap.prove(directory, settings, wanted, username, password);
    return isRefusal(outcome) ? outcome : grouped(provider, outcome);
  }

  /**
   * A guest, by whichever enabled directory of the organization knows the person, asked one after the other. Where none
   * does and one of them cannot be asked, nothing is known of the password.
   */
  async byDirectories(
    context: Context,
    username: string,
    password: string,
  ): Promise<PersonOfProvider | ProviderRefusal> {
    let refused = refusal('not_offered', 'The organization has no directory in use');
    for (const providerId of await this.directories.enabled(context)) {
      const outcome = await this.byPassword(context, providerId, 'guests', username, password);
      if (!isRefusal(outcome)) return { providerId, person: outcome };
      if (refused.refused !== 'unavailable') refused = outcome;
    }
    return refused;
  }
}

function grouped({ groups: rules, groupId }: AuthenticationProvider, person: UngroupedPerson): ProvenPerson {
  const { groups, claims = {} } = person;
  return { ...person, tableId: groupByRules(rules, { groups, claims }) ?? groupId };
}
