export const providerTypes = ['oidc', 'ldap', 'saml'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** Whom a provider signs in. */
export const providerUses = ['guests', 'operators', 'both'] as const;
export type ProviderUse = (typeof providerUses)[number];

/** Whom of a provider's people a user group is for: those in a group there, or with a value of a claim. */
export type ProviderGroupRule = { readonly table_id: string } & (
  { readonly group: string } | { readonly claim: string; readonly value: string }
);

export type ProviderSettings = Readonly<Record<string, unknown>>;
