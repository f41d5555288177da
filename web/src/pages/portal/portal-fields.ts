import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../parts/form/form-field';
import { AskedFieldsInput } from './asked-fields-input';
import { LanguagesInput } from './languages-input';
import { MethodsInput } from './methods-input';
import { languageCodes, languageName, type Method } from './portal-words';
import { groups, TiersInput } from './tiers-input';

interface Shown {
  /** Of the draft: what belongs to others is not on the page. */
  readonly methods: readonly Method[];
  /** The one whose texts are on the page; those of the others are kept. */
  readonly language: string;
  /** Whether a tier of the draft is paid by card. */
  readonly takesCards: boolean;
}

export function usePortalFields({ methods, language, takesCards }: Shown): FormField[] {
  const { t, i18n } = useLingui();
  const spoken = languageName(language, i18n.locale);
  const isUsed = (...wanted: Method[]) => wanted.some((each) => methods.includes(each));
  const registers = isUsed('self_registration');
  const inEach = (make: (code: string) => FormField[]) =>
    languageCodes.flatMap((code) => make(code).map((field) => ({ ...field, isHidden: code !== language })));
  return [
    { name: 'name', label: t`Name`, kind: 'text', required: true, section: t`Portal` },
    { name: 'slug', label: t`Last part of the address`, kind: 'text', required: true, example: 'lindenhof' },
    {
      name: 'network_id',
      label: t`Network whose guests see it`,
      kind: 'record',
      lookup: { resource: 'networks', by: 'name' },
    },
    {
      name: 'theme.colour',
      section: t`Look and texts`,
      label: t`Colour of buttons`,
      description: t`It has to be seen on a white page; what is written on it is white or black by itself.`,
      kind: 'colour',
      example: '#1a4f8b',
    },
    {
      name: 'theme.title',
      label: t`Heading`,
      description: t`In every language that has none of its own.`,
      kind: 'text',
    },
    {
      name: 'languages',
      label: t`Languages`,
      description: t`The first one is shown where none fits. Without any, all are offered.`,
      kind: 'own',
      own: LanguagesInput,
    },
    ...inEach((code) => [
      { name: `texts.${code}.title`, label: t`Heading in ${spoken}`, kind: 'text' },
      { name: `texts.${code}.intro`, label: t`What stands below it in ${spoken}`, kind: 'prose' },
      { name: `texts.${code}.success`, label: t`What guests read once they are online, in ${spoken}`, kind: 'prose' },
    ]),
    { name: 'support', label: t`Whom guests ask for help`, kind: 'text', example: t`Reception, dial 9` },
    { name: 'methods', section: t`Ways in`, label: t`How guests may sign in`, kind: 'own', own: MethodsInput },
    {
      name: 'duration',
      label: t`Hours that access lasts`,
      description: t`For those whom no hotel system, voucher or account gives an end. Empty: no limit.`,
      kind: 'number',
      scale: 3600,
    },
    {
      name: 'table_id',
      label: t`User group`,
      description: t`For guests who register, are approved, or come from a provider.`,
      kind: 'record',
      lookup: groups,
      isHidden: !isUsed('self_registration', 'approval', 'provider', 'terms_only'),
    },
    {
      name: 'remember_days',
      label: t`Days for which a device is known`,
      description: t`Empty: it is asked each time.`,
      kind: 'number',
      isHidden: !isUsed('remembered'),
    },
    {
      name: 'provider_minutes',
      label: t`Minutes to reach the provider`,
      description: t`Access before signing in or paying, for pages that the walled garden cannot list. Empty: none.`,
      kind: 'number',
      example: '5',
      isHidden: !isUsed('provider') && !takesCards,
    },
    {
      name: 'room_rules.third_fact',
      label: t`Day of departure or booking number`,
      kind: 'choice',
      values: ['ambiguous', 'always', 'never'],
      labels: { ambiguous: t`Asked to tell two guests apart`, always: t`Always asked`, never: t`Never asked` },
      isHidden: !isUsed('room_surname'),
    },
    {
      name: 'room_rules.sharers',
      label: t`Who shares a room without an account`,
      kind: 'choice',
      values: ['own_name', 'main_account'],
      labels: { own_name: t`Stays out`, main_account: t`Gets in by the room's account` },
      isHidden: !isUsed('room_surname'),
    },
    {
      name: 'room_rules.attempts',
      label: t`Failures that lock a room`,
      kind: 'number',
      example: '10',
      isHidden: !isUsed('room_surname'),
    },
    {
      name: 'room_rules.lock_minutes',
      label: t`Minutes that it stays locked`,
      kind: 'number',
      example: '15',
      isHidden: !isUsed('room_surname'),
    },
    {
      name: 'fields',
      label: t`What those are asked for who register`,
      kind: 'own',
      own: AskedFieldsInput,
      isHidden: !registers,
    },
    {
      name: 'confirmation.by',
      label: t`How an address is confirmed`,
      kind: 'choice',
      values: ['email', 'sms'],
      labels: { email: t`By a link in a mail`, sms: t`By a code by SMS` },
      isHidden: !registers,
    },
    {
      name: 'confirmation.countries',
      label: t`Numbers that codes are sent to`,
      description: t`How they begin, as +43. Without any: those of the country of the SMS gateway.`,
      kind: 'choices',
      isHidden: !registers,
    },
    {
      name: 'marketing.version',
      label: t`Version of the consent to offers`,
      kind: 'text',
      example: '2026-05',
      isHidden: !registers,
    },
    ...inEach((code) => [
      { name: `marketing.texts.${code}`, label: t`Consent to offers in ${spoken}`, kind: 'prose' },
    ]).map((field) => ({ ...field, isHidden: field.isHidden || !registers })),
    {
      name: 'approval.domains',
      label: t`Domains of those who may approve`,
      description: t`Of their e-mail addresses, as example.com.`,
      kind: 'choices',
      isHidden: !isUsed('approval'),
    },
    {
      name: 'approval.minutes',
      label: t`Minutes of access while the host is asked`,
      kind: 'number',
      isHidden: !isUsed('approval'),
    },
    {
      name: 'terms.version',
      section: t`Terms and addresses`,
      label: t`Version of the terms`,
      description: t`Another text needs another version: it is kept which one a guest agreed to.`,
      kind: 'text',
      example: '2026-05',
    },
    ...inEach((code) => [{ name: `terms.texts.${code}`, label: t`Terms of use in ${spoken}`, kind: 'prose' }]),
    {
      name: 'privacy_url',
      label: t`Address of the privacy notice`,
      description: t`It has to be reachable before a guest is online.`,
      kind: 'text',
      example: 'https://example.com/privacy',
    },
    {
      name: 'success_url',
      label: t`Where guests go after signing in`,
      kind: 'text',
      example: 'https://example.com/welcome',
    },
    {
      name: 'tiers',
      section: t`For money`,
      label: t`Tiers`,
      description: t`Shown to those only who can pay them at that moment.`,
      kind: 'own',
      own: TiersInput,
    },
  ];
}
