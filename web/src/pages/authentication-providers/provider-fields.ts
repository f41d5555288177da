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
  entity: 'https://login.example.com/metadata',
} as const;

/** The form of a provider of this type; `secrets`: names of those that are kept already. */
export function useProviderFields(): (type: ProviderType, secrets: readonly string[]) => FormField[] {
  const { t } = useLingui();
  const kept = t`It is never shown. Left empty, it stays as it is.`;
  return (type, secrets) => {
    const ofType: Record<ProviderType, FormField[]> = {
      oidc: [
        {
          name: 'settings.issuer',
          label: t`Address of the provider`,
          description: t`As in its discovery document.`,
          kind: 'text',
          inputMode: 'url',
          required: true,
          example: examples.issuer,
        },
        { name: 'settings.client_id', label: t`Client id`, kind: 'text', required: true, example: examples.client },
        {
          name: 'settings.client_secret',
          label: t`Client secret`,
          description: kept,
          kind: 'secret',
          isSet: secrets.includes('client_secret'),
        },
        {
          name: 'settings.scopes',
          label: t`Scopes`,
          kind: 'choices',
          values: ['openid', 'profile', 'email', 'groups'],
        },
        { name: 'settings.username_claim', label: t`The claim that becomes the user name`, kind: 'text' },
        {
          name: 'settings.trust_email',
          label: t`E-mail addresses count as verified`,
          description: t`Only where people cannot choose their address there themselves, as with Entra ID.`,
          kind: 'switch',
        },
      ],
      saml: [
        {
          name: 'settings.metadata',
          label: t`Metadata of the provider`,
          description: t`The document as text. It fills in what is below, and is not kept.`,
          kind: 'prose',
        },
        { name: 'settings.entity_id', label: t`Entity id`, kind: 'text', example: examples.entity },
        {
          name: 'settings.sso_url',
          label: t`Address where people sign in`,
          kind: 'text',
          inputMode: 'url',
          example: examples.sso,
        },
        { name: 'settings.certificate', label: t`Certificates, PEM`, kind: 'prose' },
        { name: 'settings.username_attribute', label: t`The attribute that becomes the user name`, kind: 'text' },
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
          label: t`TLS begins within the connection`,
          description: t`For addresses that begin with ldap:`,
          kind: 'switch',
        },
        {
          name: 'settings.base_dn',
          label: t`People are below this entry`,
          kind: 'text',
          required: true,
          example: examples.base,
        },
        {
          name: 'settings.bind_dn',
          label: t`The entry that searches`,
          description: t`Empty: an anonymous search.`,
          kind: 'text',
          example: examples.bind,
        },
        {
          name: 'settings.bind_password',
          label: t`Its password`,
          description: kept,
          kind: 'secret',
          isSet: secrets.includes('bind_password'),
        },
        { name: 'settings.user_filter', label: t`How somebody is found`, kind: 'text', example: examples.filter },
        { name: 'settings.ca_certificate', label: t`Certificate of the authority, PEM`, kind: 'prose' },
        {
          name: 'settings.radius_sign_in',
          label: t`Its people sign in to the Wi-Fi directly, too`,
          description: t`By RADIUS, with their password there.`,
          kind: 'switch',
        },
      ],
    };
    return [
      { name: 'name', label: t`Name`, kind: 'text', required: true },
      ...ofType[type],
      {
        name: 'use',
        label: t`Whom it signs in`,
        kind: 'choice',
        required: true,
        section: t`Who comes in`,
        values: ['guests', 'operators', 'both'],
        labels: { guests: t`guests at portals`, operators: t`operators of the console`, both: t`both` },
      },
      {
        name: 'groups',
        label: t`Groups`,
        description: t`The first that fits counts.`,
        kind: 'own',
        own: GroupRulesInput,
      },
      {
        name: 'table_id',
        label: t`Everybody else`,
        kind: 'record',
        lookup: { resource: 'user-groups', by: 'name' },
      },
      { name: 'disabled', label: t`Switched off`, kind: 'flag' },
    ];
  };
}
