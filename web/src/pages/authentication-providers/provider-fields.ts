import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../parts/form/form-field';
import { GroupRulesInput } from './group-rules-input';
import type { ProviderType } from './provider-records';

const examples = {
  issuer: 'https://login.example.com',
  directory: 'ldaps://directory.example.com',
  base: 'ou=people,dc=example,dc=com',
  bind: 'cn=usher,dc=example,dc=com',
  filter: '(uid={username})',
  client: 'usher',
  sso: 'https://login.example.com/sso',
  objectId: 'http://schemas.microsoft.com/identity/claims/objectidentifier',
  entity: 'https://login.example.com/metadata',
} as const;

/** The form of a provider of this type; `secrets`: names of those that are kept already. */
export function useProviderFields(): (type: ProviderType, secrets: readonly string[]) => FormField[] {
  const { t } = useLingui();
  const kept = t`Never shown. Leave empty to keep it.`;
  return (type, secrets) => {
    const ofType: Record<ProviderType, FormField[]> = {
      oidc: [
        {
          name: 'settings.issuer',
          label: t`Address of the provider`,
          description: t`From its discovery document.`,
          kind: 'text',
          inputMode: 'url',
          required: true,
          example: examples.issuer,
        },
        { name: 'settings.client_id', label: t`Client ID`, kind: 'text', required: true, example: examples.client },
        {
          name: 'settings.client_secret',
          label: t`Client secret`,
          keptDescription: kept,
          kind: 'secret',
          isSet: secrets.includes('client_secret'),
        },
        {
          name: 'settings.scopes',
          label: t`Scopes`,
          kind: 'choices',
          values: ['openid', 'profile', 'email', 'groups'],
        },
        { name: 'settings.username_claim', label: t`User name claim`, kind: 'text' },
        {
          name: 'settings.trust_email',
          label: t`Treat e-mail addresses as verified`,
          description: t`Only if people cannot change their own address there, as with Entra ID.`,
          kind: 'switch',
        },
      ],
      saml: [
        {
          name: 'settings.metadata',
          label: t`Provider metadata`,
          description: t`The document as text. It fills in the fields below and is not stored.`,
          kind: 'prose',
        },
        { name: 'settings.entity_id', label: t`Entity ID`, kind: 'text', example: examples.entity },
        {
          name: 'settings.sso_url',
          label: t`Sign-in URL`,
          kind: 'text',
          inputMode: 'url',
          example: examples.sso,
        },
        { name: 'settings.certificate', label: t`Certificates (PEM)`, kind: 'prose' },
        { name: 'settings.username_attribute', label: t`User name attribute`, kind: 'text' },
        {
          name: 'settings.subject_attribute',
          label: t`Attribute that never changes`,
          description: t`By which an operator is recognized. Empty: the NameID, which must be a persistent one.`,
          kind: 'text',
          example: examples.objectId,
        },
      ],
      ldap: [
        {
          name: 'settings.url',
          label: t`Address of the directory`,
          kind: 'text',
          inputMode: 'url',
          required: true,
          example: examples.directory,
        },
        {
          name: 'settings.start_tls',
          label: t`STARTTLS`,
          description: t`For addresses that start with ldap:`,
          kind: 'switch',
        },
        {
          name: 'settings.base_dn',
          label: t`Base DN`,
          kind: 'text',
          required: true,
          example: examples.base,
        },
        {
          name: 'settings.bind_dn',
          label: t`Bind DN`,
          description: t`Empty: anonymous search.`,
          kind: 'text',
          example: examples.bind,
        },
        {
          name: 'settings.bind_password',
          label: t`Bind password`,
          keptDescription: kept,
          kind: 'secret',
          isSet: secrets.includes('bind_password'),
        },
        { name: 'settings.user_filter', label: t`User lookup`, kind: 'text', example: examples.filter },
        { name: 'settings.ca_certificate', label: t`CA certificate (PEM)`, kind: 'prose' },
        {
          name: 'settings.radius_sign_in',
          label: t`Its people also sign in to the Wi-Fi directly`,
          description: t`Over RADIUS, with their directory password.`,
          kind: 'switch',
        },
      ],
    };
    return [
      { name: 'name', label: t`Name`, kind: 'text', required: true },
      ...ofType[type],
      {
        name: 'use',
        label: t`Sign-in for`,
        kind: 'choice',
        required: true,
        section: t`Access`,
        values: ['guests', 'operators', 'both'],
        labels: { guests: t`guests at portals`, operators: t`operators of the console`, both: t`both` },
      },
      {
        name: 'groups',
        label: t`Groups`,
        description: t`The first match applies.`,
        kind: 'own',
        own: GroupRulesInput,
      },
      {
        name: 'table_id',
        label: t`Everybody else`,
        kind: 'record',
        lookup: { resource: 'user-groups', by: 'name' },
      },
      { name: 'disabled', label: t`Disabled`, kind: 'flag' },
    ];
  };
}
