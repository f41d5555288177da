import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { Input } from './form-input.js';
import { frameOf, type OfferedProvider, termsFor, type PortalVisit } from './frame.js';
import type { Page } from './send-page.js';
import { approvalInputs, marketingFor, registrationInputs } from './registration-form.js';
import { say, type TextKey } from './words.js';

const room: Input = { name: 'room', label: 'room', missing: 'needRoom', autocomplete: 'off', hasCapitals: true };
const surname: Input = { name: 'surname', label: 'surname', missing: 'needSurname', autocomplete: 'family-name' };
const code: Input = { name: 'code', label: 'code', missing: 'needCode', autocomplete: 'off', hasCapitals: true };
const username: Input = { name: 'username', label: 'username', missing: 'needUsername', autocomplete: 'username' };
const password: Input = {
  name: 'password',
  label: 'password',
  missing: 'needPassword',
  type: 'password',
  autocomplete: 'current-password',
};

/** The ways in that have a form, in the order of the page. */
export const forms = {
  // One press: above all that would have to be typed.
  remembered: { title: 'wayRemembered', inputs: [] },
  room_surname: { title: 'wayRoom', inputs: [room, surname] },
  voucher: { title: 'wayVoucher', inputs: [code] },
  username_password: { title: 'wayPassword', inputs: [username, password] },
  // What is asked for is the portal's to say.
  self_registration: { title: 'wayRegister', inputs: [] },
  approval: { title: 'wayApproval', inputs: [] },
  terms_only: { title: 'wayTerms', inputs: [] },
} as const satisfies Record<string, { readonly title: TextKey; readonly inputs: readonly Input[] }>;
export type FormName = keyof typeof forms;

const thirdFacts = {
  departure: { label: 'departureDate', type: 'date' },
  confirmation_number: { label: 'bookingNumber', type: 'text' },
} as const;
export type ThirdFact = keyof typeof thirdFacts;

export interface Typed {
  /** Which form was sent; null if none yet. */
  readonly by: FormName | null;
  readonly values: Readonly<Record<string, string>>;
  readonly hasAcceptedTerms: boolean;
}

/** What is wrong. `input` names the field, or is null if it concerns no single one. */
export interface InputProblem {
  readonly input: string | null;
  readonly text: string;
}

export interface SignIn {
  readonly state: string;
  readonly typed?: Typed;
  readonly problems?: readonly InputProblem[];
  readonly thirdFact?: ThirdFact | null;
  readonly status?: number;
  /** The device signed in here before and need not prove anything. */
  readonly isRemembered?: boolean;
  readonly formActions: readonly string[];
}

/** Users and people of a directory have one form. Who was confirmed once is known again while it lasts. */
export function formsOf({ methods, providerMinutes }: Pick<CaptivePortal, 'methods' | 'providerMinutes'>): FormName[] {
  const isOffered = (name: FormName) =>
    methods.includes(name) ||
    (name === 'username_password' && methods.includes('provider')) ||
    (name === 'remembered' &&
      (methods.includes('self_registration') || methods.includes('approval') || providerMinutes !== null));
  return (Object.keys(forms) as FormName[]).filter(isOffered);
}

/** What a form lacks, shown beside its fields. */
export function missingIn(visit: PortalVisit, by: FormName, { values, hasAcceptedTerms }: Typed): InputProblem[] {
  const missing: InputProblem[] = inputsOf(visit, by)
    .filter(({ name, isOptional }) => !isOptional && (values[name] ?? '').trim() === '')
    .map(({ name, missing: text }) => ({ input: name, text: say(visit.language, text) }));
  const lacksTerms = termsFor(visit.portal, visit.language) !== null && !hasAcceptedTerms;
  return lacksTerms ? [...missing, { input: 'terms', text: say(visit.language, 'needTerms') }] : missing;
}

/** The first page, with what was typed and what is wrong. Passwords are not repeated. */
export function signInPage(visit: PortalVisit, signIn: SignIn): Page {
  const { portal, language, path } = visit;
  const { state, typed, problems = [], thirdFact = null, isRemembered = false } = signIn;
  const names = formsOf(portal).filter((name) => name !== 'remembered' || isRemembered);
  const terms = termsFor(portal, language);
  const frame = frameOf(visit);
  const summary = problems.map(({ input, text }) => ({
    text: inSummary(visit, typed?.by ?? null, { input, text }),
    input: input && typed?.by && idOf(typed.by, input),
  }));
  return {
    status: signIn.status,
    template: 'sign-in',
    language,
    formActions: signIn.formActions,
    values: {
      ...frame,
      ...(problems.length > 0 ? { title: `${say(language, 'problem')}: ${String(frame.title)}` } : {}),
      intro: portal.texts[language]?.intro ?? say(language, 'intro'),
      // The language that the guest chose, whatever the browser's is.
      action: `${path}?lang=${language}`,
      // Each form has a button for them, which keeps what is typed in it: a link would lose it.
      terms_url: null,
      terms_action: terms && `/p/${portal.slug}/terms?lang=${language}`,
      state,
      problems: summary,
      terms_version: terms?.version ?? '',
      ways: [
        ...names.map((name) => wayOf(name, { visit, typed, problems, thirdFact, asksTerms: terms !== null })),
        ...visit.providers.map((each) => providerWayOf(each, visit)),
      ],
    },
  };
}

/** What a form carries along to another page and back: what it asks for, but a password. */
export function typedFields(visit: PortalVisit, { by, values, hasAcceptedTerms }: Typed): [string, string][] {
  if (by === null) return [];
  const names = [
    ...inputsOf(visit, by)
      .filter(({ type }) => type !== 'password')
      .map(({ name }) => name),
    'marketing',
  ];
  return [
    ['by', by],
    ...names.flatMap((name): [string, string][] =>
      values[name] === undefined ? [] : [[name, values[name].slice(0, 200)]],
    ),
    ...(hasAcceptedTerms ? [['terms', '1'] satisfies [string, string]] : []),
  ];
}

interface Shown extends Pick<SignIn, 'typed'> {
  readonly visit: PortalVisit;
  readonly problems: readonly InputProblem[];
  readonly thirdFact: ThirdFact | null;
  readonly asksTerms: boolean;
}

/** What a form asks for. */
function inputsOf(visit: PortalVisit, name: FormName): readonly Input[] {
  if (name === 'self_registration') return registrationInputs(visit);
  return name === 'approval' ? approvalInputs : forms[name].inputs;
}

function wayOf(name: FormName, { visit, typed, problems, thirdFact, asksTerms }: Shown): object {
  const { language } = visit;
  const isSent = typed?.by === name;
  const problemOf = (input: string) => (isSent ? problems.find((each) => each.input === input)?.text : undefined);
  const third: readonly Input[] =
    isSent && thirdFact && name === 'room_surname'
      ? [{ name: 'third_fact', ...thirdFacts[thirdFact], missing: 'needField', autocomplete: 'off' }]
      : [];
  const inputs: readonly Input[] = [...inputsOf(visit, name), ...third];
  const marketing = name === 'self_registration' ? marketingFor(visit.portal, language) : null;
  return {
    id: name,
    by: name,
    title: say(language, forms[name].title),
    button: say(language, 'connect'),
    inputs: inputs.map(({ name: input, label, type = 'text', autocomplete, hasCapitals, isOptional, hint }) => ({
      id: idOf(name, input),
      name: input,
      label: isOptional ? say(language, 'optionalField', { label: say(language, label) }) : say(language, label),
      type,
      autocomplete,
      capitals: hasCapitals ?? false,
      hint,
      described_by: [hint && `${idOf(name, input)}-hint`, problemOf(input) && `${idOf(name, input)}-wrong`]
        .filter(Boolean)
        .join(' '),
      value: isSent && type !== 'password' ? (typed.values[input] ?? '').slice(0, 200) : '',
      problem: problemOf(input),
    })),
    asks_terms: asksTerms,
    terms_problem: problemOf('terms'),
    terms_accepted: isSent && typed.hasAcceptedTerms,
    marketing: marketing?.text,
    marketing_language: marketing?.language,
    // Never ticked in advance.
    marketing_accepted: isSent && typed.values.marketing !== undefined,
  };
}

function providerWayOf({ id, name }: OfferedProvider, { portal, language }: PortalVisit): object {
  const title = say(language, 'wayProvider', { name });
  const asksTerms = termsFor(portal, language) !== null;
  return { id, by: 'provider', provider: id, title, button: title, inputs: [], asks_terms: asksTerms };
}

/** What says no more than that a field is empty names the field, where several lines would read the same. */
function inSummary(visit: PortalVisit, by: FormName | null, { input, text }: InputProblem): string {
  const { language } = visit;
  if (by === null || text !== say(language, 'needField')) return text;
  const label = inputsOf(visit, by).find(({ name }) => name === input)?.label;
  return label === undefined ? text : `${say(language, label)}: ${text}`;
}

function idOf(form: FormName, input: string): string {
  return `${form}-${input}`;
}
