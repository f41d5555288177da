import { Injectable } from '@nestjs/common';
import type { AuthenticationProvider } from '../../console/authentication-providers/authentication-provider.js';
import type { ProviderSettings } from '../../console/authentication-providers/provider-types.js';
import { AuthenticationProvidersService } from '../../console/authentication-providers/authentication-providers.service.js';
import { groupByRules } from '../../console/authentication-providers/group-rules.js';
import { ProviderSecrets } from '../../console/authentication-providers/provider-secrets.js';
import type { Context } from '../../kernel/context.js';
import {
  isRefusal,
  type ProvenPerson,
  type ProviderRefusal,
  refusal,
  type UngroupedPerson,
} from './contract/proven-person.js';
import { type Errand, type SignInAttempt, SignInStates } from './contract/sign-in-states.js';
import { DirectoriesRepository } from './directories.repository.js';
import { LdapDirectory } from './ldap/ldap-directory.js';
import { OidcSignIn } from './oidc/oidc-sign-in.js';
import { SamlExchange } from './saml/saml-exchange.js';
import { serviceProviderOf } from './saml/service-provider.js';

/** Who signs in. */
export type SignInUse = 'guests' | 'operators' | 'radius';

export interface PersonOfProvider {
  readonly providerId: string;
  readonly person: ProvenPerson;
}

/** Where providers send browsers back to, one address for all of an installation. */
export const callbackPath = '/sign-in/callback';

interface Opened {
  readonly provider: AuthenticationProvider;
  /** Names the record and its revision. */
  readonly name: string;
  /** Secrets opened. */
  readonly settings: ProviderSettings;
}

/** People who prove elsewhere who they are. A refusal is an expected outcome, not an error. */
@Injectable()
export class ProviderSignIns {
  constructor(
    private readonly providers: AuthenticationProvidersService,
    private readonly secrets: ProviderSecrets,
    private readonly ldap: LdapDirectory,
    private readonly oidc: OidcSignIn,
    private readonly saml: SamlExchange,
    private readonly directories: DirectoriesRepository,
    private readonly states: SignInStates,
  ) {}

  /** Where a browser goes to prove who its user is. `base`: scheme and host under which it reaches Usher. */
  async begin(
    context: Context,
    providerId: string,
    errand: Errand,
    { userAgent, base }: { readonly userAgent: string; readonly base: string },
  ): Promise<string | ProviderRefusal> {
    const opened = await this.opened(context, providerId, byBrowser, useOf(errand));
    if (!opened) return notOffered;
    const begun = this.states.begin(context.organizationId, providerId, errand, userAgent);
    if (opened.provider.type === 'saml') {
      const own = serviceProviderOf(base, context.organizationId, providerId);
      const isAfresh = errand.of === 'operator' && errand.isAfresh;
      return this.saml.requestUrl(opened.settings, own, questionOf(begun.attempt), begun.state, isAfresh);
    }
    return this.oidc.begin(opened.name, opened.settings, begun, base + callbackPath);
  }

  /** Who somebody is who came back; `answer` is the query or the form that they came with. */
  async finish(
    context: Context,
    attempt: SignInAttempt,
    answer: URLSearchParams,
    base: string,
  ): Promise<ProvenPerson | ProviderRefusal> {
    const opened = await this.opened(context, attempt.providerId, byBrowser, useOf(attempt.errand));
    if (!opened) return notOffered;
    const { name, settings, provider } = opened;
    const own = serviceProviderOf(base, context.organizationId, provider.id);
    const outcome =
      provider.type === 'saml'
        ? await this.saml.personOf(settings, own, questionOf(attempt), answer.get('SAMLResponse') ?? '')
        : await this.oidc.finish(name, settings, attempt, answer, base + callbackPath);
    return isRefusal(outcome) ? outcome : grouped(provider, outcome);
  }

  /** What a SAML provider is given about Usher. Undefined: there is no such provider. */
  async metadata(context: Context, providerId: string, base: string): Promise<string | undefined> {
    const provider = await this.providers.find(context, providerId);
    if (provider?.type !== 'saml') return undefined;
    return this.saml.metadata(serviceProviderOf(base, context.organizationId, providerId));
  }

  /** For providers of type ldap. How often somebody may try is the caller's to limit. */
  async byPassword(
    context: Context,
    providerId: string,
    use: SignInUse,
    username: string,
    password: string,
  ): Promise<ProvenPerson | ProviderRefusal> {
    const opened = await this.opened(context, providerId, ['ldap'], use);
    if (!opened) return notOffered;
    const { name, settings, provider } = opened;
    const claims = provider.groups.flatMap((rule) => ('claim' in rule ? [rule.claim] : []));
    const wanted = { claims, withAllGroups: provider.groups.some((rule) => 'group' in rule) };
    const outcome = await this.ldap.prove(name, settings, wanted, username, password);
    return isRefusal(outcome) ? outcome : grouped(provider, outcome);
  }

  /**
   * A guest, proven by any enabled directory of the organization; they are asked one after the other. If none knows the
   * person and one is unreachable, nothing is known of the password; one that knows it as expired has proven it.
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
      if (outcome.refused === 'expired' || !['unavailable', 'expired'].includes(refused.refused)) refused = outcome;
    }
    return refused;
  }

  private async opened(
    context: Context,
    providerId: string,
    types: readonly AuthenticationProvider['type'][],
    use: SignInUse,
  ): Promise<Opened | undefined> {
    const provider = await this.providers.find(context, providerId);
    if (!provider || provider.disabled || !types.includes(provider.type)) return undefined;
    if (!isFor(provider, use)) return undefined;
    const name = `${context.organizationId}/${provider.id}/${provider.revision}`;
    return { provider, name, settings: this.secrets.opened(context, provider) };
  }
}

function isFor({ use: own, settings }: AuthenticationProvider, use: SignInUse): boolean {
  if (use === 'radius') return settings.radius_sign_in === true;
  return own === use || own === 'both';
}

const notOffered = refusal('not_offered', 'The provider is gone, disabled, of another type, or not for this use');

/** To which the browser goes, and comes back from. */
const byBrowser = ['oidc', 'saml'] as const;

/** What a SAML provider repeats in its answer: an XML name, which cannot begin with a digit. */
function questionOf({ id }: SignInAttempt): string {
  return `_${id}`;
}

function useOf({ of }: Errand): SignInUse {
  return of === 'guest' ? 'guests' : 'operators';
}

function grouped({ groups: rules, groupId }: AuthenticationProvider, person: UngroupedPerson): ProvenPerson {
  const { groups, claims = {} } = person;
  return { ...person, tableId: groupByRules(rules, { groups, claims }) ?? groupId };
}
