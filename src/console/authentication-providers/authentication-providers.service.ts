import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Reach } from '../../kernel/reach.js';
import { requireReachable } from '../crud/outbound-url.js';
import { newRecord, changed } from '../crud/record-life.js';
import { refusals } from '../crud/refusals.js';
import { LinkedAccountsRepository } from '../linked-accounts/linked-accounts.repository.js';
import { SingleSignOn } from '../single-sign-on/single-sign-on.js';
import type { AuthenticationProvider, ProviderValues } from './authentication-provider.js';
import type { ProviderSettings, ProviderType } from './provider-types.js';
import { authenticationProviderTable } from './authentication-provider.entity.js';
import { AuthenticationProvidersRepository } from './authentication-providers.repository.js';
import { mergedSettings, providerSecretsWithoutDestination, settingsRules } from './provider-settings.js';
import { ProviderSecrets } from './provider-secrets.js';

type NewProvider = Partial<ProviderValues> & Pick<ProviderValues, 'name' | 'type'>;

const usual = authenticationProviderTable.usual as Pick<ProviderValues, 'groupId' | 'use' | 'disabled'>;
const refused = refusals({
  taken: { authentication_providers_name: 'An authentication provider with this name exists' },
  missing: {
    authentication_providers_group: ['table_id', 'user group'],
    authentication_provider_groups_group: ['groups', 'user group'],
  },
});

/** Where people prove outside of Usher who they are. Refusals are Problems. */
@Injectable()
export class AuthenticationProvidersService {
  constructor(
    private readonly providers: AuthenticationProvidersRepository,
    private readonly secrets: ProviderSecrets,
    private readonly accounts: LinkedAccountsRepository,
    private readonly singleSignOn: SingleSignOn,
    private readonly database: Database,
    private readonly reach: Reach,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<AuthenticationProvider>> {
    return this.providers.table.list(context, list);
  }

  find(context: Context, id: string): Promise<AuthenticationProvider | undefined> {
    return this.providers.table.find(context, id);
  }

  async read(context: Context, id: string): Promise<AuthenticationProvider> {
    const provider = await this.find(context, id);
    if (!provider) throw Problem.notFound('authentication provider', id);
    return provider;
  }

  async create(context: Context, { settings: given = {}, ...values }: NewProvider): Promise<AuthenticationProvider> {
    const settings = this.settings(values.type, given, {});
    const id = this.ids.next();
    const stored = this.secrets.stored(context, id, values.type, settings);
    const provider = newRecord({ ...usual, groups: [], ...values, ...stored }, id, this.clock.instant());
    await this.database.transaction(context, (inside) => this.providers.insert(inside, provider)).catch(refused);
    return provider;
  }

  /**
   * Absent settings keep their value; null removes one. One that is another provider from now on, by its issuer for
   * example, is linked to no operator any more.
   */
  change(
    context: Context,
    id: string,
    { settings: given, type, ...values }: Partial<ProviderValues>,
    expected: Expected,
  ): Promise<AuthenticationProvider> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.providers.table.held(inside, id, expected);
      if (type && type !== before.type) throw Problem.invalidField('type', 'cannot be changed: make another provider');
      const settings = given && this.settings(before.type, given, this.secrets.opened(inside, before));
      const stored = settings && this.secrets.stored(inside, id, before.type, settings, before);
      const provider = changed(before, { ...values, ...stored }, this.clock.instant());
      if (provider !== before) await this.providers.update(inside, provider).catch(refused);
      // Its ids are those of other people from now on.
      if (namesOthers(before, provider)) await this.accounts.removeOfProvider(inside, id);
      if (isForOperators(before) && !isForOperators(provider)) await this.singleSignOn.requireProvider(inside);
      return provider;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.providers.table.held(inside, id, expected);
      await this.providers.table.remove(inside, id);
      if (isForOperators(before)) await this.singleSignOn.requireProvider(inside);
    });
  }

  private settings(type: ProviderType, given: ProviderSettings, before: ProviderSettings): ProviderSettings {
    const settings = mergedSettings(type, given, before);
    if (Array.isArray(settings)) throw Problem.invalid(settings);
    const read = settings as ProviderSettings;
    const stranded = providerSecretsWithoutDestination(type, given, before, read);
    if (stranded.length > 0) throw Problem.invalid([...stranded]);
    // A SAML provider is visited by the guest's browser only; the others Usher calls itself.
    if (type === 'oidc') this.requireSafeIssuer(read);
    if (type === 'ldap') this.requireSafeDirectory(read);
    return read;
  }

  private requireSafeIssuer({ issuer }: ProviderSettings): void {
    requireReachable(this.reach, 'settings/issuer', issuer as string);
    if ((issuer as string).startsWith('http:') && !this.reach.allows('127.0.0.1'))
      throw Problem.invalidField('settings/issuer', 'must use https: what it says is believed');
  }

  private requireSafeDirectory({ url, start_tls: startsTls }: ProviderSettings): void {
    requireReachable(this.reach, 'settings/url', url as string);
    const isOpen = (url as string).startsWith('ldap:') && !startsTls;
    if (isOpen && !this.reach.allows('127.0.0.1'))
      throw Problem.invalidField('settings/url', 'must use ldaps, or start_tls: passwords pass through it');
  }
}

function isForOperators({ use, disabled }: AuthenticationProvider): boolean {
  return use !== 'guests' && !disabled;
}

/** Whether the provider's ids of people mean something else than before. */
function namesOthers(before: AuthenticationProvider, after: AuthenticationProvider): boolean {
  return settingsRules[before.type].namedBy.some((name) => before.settings[name] !== after.settings[name]);
}
