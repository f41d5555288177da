import { Injectable } from '@nestjs/common';
import { AuthenticationProvidersService } from '../../console/authentication-providers/authentication-providers.service.js';
import { ProviderSecrets } from '../../console/authentication-providers/provider-secrets.js';
import type { Context } from '../../kernel/context.js';
import { LdapDirectory } from './ldap/ldap-directory.js';
import { type ProvenPerson, type Refusal, refusal } from './proven-person.js';

/** People who prove elsewhere who they are. A refusal is an expected outcome, not an error. */
@Injectable()
export class ProviderSignIns {
  constructor(
    private readonly providers: AuthenticationProvidersService,
    private readonly secrets: ProviderSecrets,
    private readonly ldap: LdapDirectory,
  ) {}

  /** For providers of type ldap. How often somebody may try is the caller's to limit. */
  async byPassword(
    context: Context,
    providerId: string,
    username: string,
    password: string,
  ): Promise<ProvenPerson | Refusal> {
    const provider = await this.providers.read(context, providerId);
    if (provider.disabled || provider.type !== 'ldap')
      return refusal('not_offered', 'The provider is disabled, or takes no passwords');
    const directory = `${context.organizationId}/${provider.id}/${provider.revision}`;
    const settings = this.secrets.opened(context, provider);
    return this.ldap.prove(directory, settings, provider.groupId, username, password);
  }
}
