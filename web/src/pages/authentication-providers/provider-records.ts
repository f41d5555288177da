import type { Api } from '../../api/types';
import { type Named, resourceOf } from '../../parts/record/resource';

export type Provider = Named<Api<'AuthenticationProviderDto'>>;

export const providerTypes = ['oidc', 'saml', 'ldap'] as const;
export type ProviderType = (typeof providerTypes)[number];

export const providers = resourceOf<Api<'AuthenticationProviderDto'>>('authentication-providers');
