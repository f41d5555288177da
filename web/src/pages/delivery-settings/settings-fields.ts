import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../parts/form/form-field';
import type { JsonSchema } from '../../parts/form/structure/schema';

/** How people are told: in which language, of which network, through which gateway, in which words. */
export function useSettingsFields(secretsSet: readonly string[]): readonly FormField[] {
  const { t } = useLingui();
  const example = '{{ to }}, {{ text }}, {{ id }}, {{ secret }}';
  const text = (title: string, more: Partial<JsonSchema> = {}): JsonSchema => ({ type: 'string', title, ...more });
  const object = (properties: JsonSchema['properties'], required: readonly string[]): JsonSchema => ({
    type: 'object',
    properties: properties ?? {},
    required,
  });
  const named = (title: string): JsonSchema => ({ type: 'object', title, additionalProperties: text(t`Value`) });
  const long = { format: 'multiline' };
  return [
    {
      name: 'language',
      label: t`Language`,
      description: t`Used if the person's language is not known: two letters.`,
      kind: 'text',
      example: 'de',
    },
    {
      name: 'network',
      label: t`Network`,
      description: t`The network named in messages. Empty: the first network that has a name.`,
      kind: 'structure',
      schema: object(
        {
          ssid: text(t`Name (SSID)`),
          security: text(t`Security`, { enum: ['open', 'psk', 'eap-peap', 'eap-ttls', 'eap-tls'] }),
        },
        ['ssid', 'security'],
      ),
    },
    {
      name: 'secrets.passphrase',
      label: t`Passphrase of the network`,
      kind: 'secret',
      isSet: secretsSet.includes('passphrase'),
    },
    {
      name: 'sms',
      label: t`SMS gateway`,
      kind: 'structure',
      schema: {
        ...object(
          {
            url: text(t`Address`, { format: 'uri', examples: ['https://sms.example.com/messages'] }),
            method: text(t`Method`, { enum: ['POST', 'PUT', 'GET'], default: 'POST' }),
            headers: named(t`Headers`),
            json: { title: t`Body as JSON` },
            form: named(t`Body as a form`),
            country_code: text(t`Country calling code`, { examples: ['43'] }),
          },
          ['url', 'method'],
        ),
        description: t`The provider's own API. Put placeholders in braces: ${example}.`,
      },
    },
    {
      name: 'secrets.sms',
      label: t`SMS gateway secret`,
      kind: 'secret',
      isSet: secretsSet.includes('sms'),
    },
    {
      name: 'templates',
      label: t`Message templates`,
      kind: 'structure',
      schema: {
        type: 'object',
        description: t`Overrides by language (two-letter code).`,
        additionalProperties: object(
          {
            email: {
              ...object({ subject: text(t`Subject line`), text: text(t`Text`, long), html: text('HTML', long) }, []),
              title: t`E-mail`,
            },
            sms: { ...object({ text: text(t`Text`, long) }, ['text']), title: t`SMS` },
          },
          [],
        ),
      },
    },
  ];
}
