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
    { name: 'slug', label: t`Path`, kind: 'text', required: true, example: 'lindenhof' },
    {
      name: 'network_id',
      label: t`Network that uses it`,
      kind: 'record',
      lookup: { resource: 'networks', by: 'name' },
    },
    {
      name: 'theme.colour',
      section: t`Appearance and texts`,
      label: t`Button colour`,
      description: t`It must be visible on a white page. Text on it is black or white automatically.`,
      kind: 'colour',
      example: '#1a4f8b',
    },
    {
      name: 'theme.title',
      label: t`Heading`,
      description: t`Used for languages without a text of their own.`,
      kind: 'text',
    },
    {
      name: 'languages',
      label: t`Languages`,
      description: t`The first one is the fallback. Empty: all languages.`,
      kind: 'own',
      own: LanguagesInput,
    },
    ...inEach((code) => [
      { name: `texts.${code}.title`, label: t`Heading in ${spoken}`, kind: 'text' },
      { name: `texts.${code}.intro`, label: t`Introduction in ${spoken}`, kind: 'prose' },
      { name: `texts.${code}.success`, label: t`Text after sign-in, in ${spoken}`, kind: 'prose' },
    ]),
    { name: 'support', label: t`Help contact`, kind: 'text', example: t`Reception, dial 9` },
    { name: 'methods', section: t`Sign-in methods`, label: t`Sign-in methods`, kind: 'own', own: MethodsInput },
    {
      name: 'duration',
      label: t`Access duration (hours)`,
      description: t`Used when no hotel system, voucher or account sets an end. Empty: no limit.`,
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
      label: t`Remember devices for (days)`,
      description: t`Empty: always ask.`,
      kind: 'number',
      isHidden: !isUsed('remembered'),
    },
    {
      name: 'provider_minutes',
      label: t`Temporary access (minutes)`,
      description: t`Temporary access to sign in or pay, for pages that the walled garden cannot list. Empty: none.`,
      kind: 'number',
      example: '5',
      isHidden: !isUsed('provider') && !takesCards,
    },
    {
      name: 'room_rules.third_fact',
      label: t`Departure date or booking number`,
      kind: 'choice',
      values: ['ambiguous', 'always', 'never'],
      labels: { ambiguous: t`Asked if two guests match`, always: t`Always ask`, never: t`Never ask` },
      isHidden: !isUsed('room_surname'),
    },
    {
      name: 'room_rules.sharers',
      label: t`Sharer without own account`,
      kind: 'choice',
      values: ['own_name', 'main_account'],
      labels: { own_name: t`Stays blocked`, main_account: t`Gets access with the room's account` },
      isHidden: !isUsed('room_surname'),
    },
    {
      name: 'room_rules.attempts',
      label: t`Attempts before a room is locked`,
      kind: 'number',
      example: '10',
      isHidden: !isUsed('room_surname'),
    },
    {
      name: 'room_rules.lock_minutes',
      label: t`Lockout duration (minutes)`,
      kind: 'number',
      example: '15',
      isHidden: !isUsed('room_surname'),
    },
    {
      name: 'fields',
      label: t`Registration fields`,
      kind: 'own',
      own: AskedFieldsInput,
      isHidden: !registers,
    },
    {
      name: 'confirmation.by',
      label: t`Address verification`,
      kind: 'choice',
      values: ['email', 'sms'],
      labels: { email: t`E-mail link`, sms: t`SMS code` },
      isHidden: !registers,
    },
    {
      name: 'confirmation.countries',
      label: t`Country prefixes for codes`,
      description: t`Prefixes, such as +43. Empty: the country of the SMS gateway.`,
      kind: 'choices',
      isHidden: !registers,
    },
    {
      name: 'marketing.version',
      label: t`Marketing consent version`,
      kind: 'text',
      example: '2026-05',
      isHidden: !registers,
    },
    ...inEach((code) => [
      { name: `marketing.texts.${code}`, label: t`Marketing consent in ${spoken}`, kind: 'prose' },
    ]).map((field) => ({ ...field, isHidden: field.isHidden || !registers })),
    {
      name: 'approval.domains',
      label: t`Approver domains`,
      description: t`Domains of their e-mail addresses, such as example.com.`,
      kind: 'choices',
      isHidden: !isUsed('approval'),
    },
    {
      name: 'approval.minutes',
      label: t`Access while waiting for approval (minutes)`,
      kind: 'number',
      isHidden: !isUsed('approval'),
    },
    {
      name: 'terms.version',
      section: t`Terms and links`,
      label: t`Terms version`,
      description: t`Change the version whenever the text changes: it is recorded which one a guest accepted.`,
      kind: 'text',
      example: '2026-05',
    },
    ...inEach((code) => [{ name: `terms.texts.${code}`, label: t`Terms of use in ${spoken}`, kind: 'prose' }]),
    {
      name: 'privacy_url',
      label: t`Privacy notice URL`,
      description: t`It must be reachable before guests are online.`,
      kind: 'text',
      example: 'https://example.com/privacy',
    },
    {
      name: 'success_url',
      label: t`Redirect after sign-in`,
      kind: 'text',
      example: 'https://example.com/welcome',
    },
    {
      name: 'tiers',
      section: t`Paid access`,
      label: t`Tiers`,
      description: t`Free access stays. By card: after any sign-in but vouchers. On the room: after room and surname.`,
      kind: 'own',
      own: TiersInput,
    },
  ];
}
