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
  /** Which form was sent; null if none yet, or a provider's. */
  readonly by: FormName | null;
  /** Whose button was in the form that was sent. */
  readonly provider?: string;
  /** The further detail that the form asked for. */
  readonly thirdFact?: ThirdFact;
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
  /** Below the problems: where the guest goes instead of filling in a form. */
  readonly remedy?: { readonly url: string; readonly text: string };
  readonly formActions: readonly string[];
}

/**
 * The field of a button that only shows the page again, with what was typed: in another language, or after the terms.
 */
export const showsAgain = 'show_again';
/** The field of a form that asked for a further detail: which. */
const askedFor = 'asked_for';

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
  const { state, typed, problems = [], thirdFact = typed?.thirdFact ?? null, isRemembered = false, remedy } = signIn;
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
      remedy,
      shows_again: showsAgain,
      // A button for each language, not a link: what is typed in this form goes along.
      language_form: formId(languageForm(visit, names, typed)),
      terms_version: terms?.version ?? '',
      ways: [
        ...names.map((name) => wayOf(name, { visit, typed, problems, thirdFact, asksTerms: terms !== null })),
        ...visit.providers.map((each) => providerWayOf(each, visit, typed)),
      ],
    },
  };
}

/** The names of what a form carries that the guest has not typed. */
const carried = ['state', 'by', 'provider', 'terms', showsAgain, askedFor];

/** What came with one of the page's forms. */
export function typedIn({ portal, providers }: PortalVisit, form: URLSearchParams): Typed {
  const by: FormName | null = formsOf(portal).find((name) => name === form.get('by')) ?? null;
  const provider = form.get('by') === 'provider' ? providers.find(({ id }) => id === form.get('provider')) : undefined;
  const asked = form.get(askedFor);
  return {
    by,
    ...(provider && { provider: provider.id }),
    ...(asked !== null && Object.hasOwn(thirdFacts, asked) ? { thirdFact: asked as ThirdFact } : {}),
    values: Object.fromEntries([...form].filter(([name]) => !carried.includes(name))),
    hasAcceptedTerms: form.has('terms'),
  };
}

/** A form that was filled in, to be shown again. */
export interface FilledForm {
  readonly path: string;
  readonly state: string;
  readonly typed: Typed;
}

/** A button back to it: what was typed in it comes along, but a password. */
export function backToForm(visit: PortalVisit, { path, state, typed }: FilledForm) {
  const { language } = visit;
  const fields = [['state', state], ...typedFields(visit, typed), [showsAgain, '1']] satisfies [string, string][];
  return { url: `${path}?lang=${language}`, text: say(language, 'back'), fields, is_plain: true };
}

/** What a form carries along to another page and back: what it asks for, but a password. */
function typedFields(visit: PortalVisit, typed: Typed): [string, string][] {
  const { by, provider, thirdFact, values, hasAcceptedTerms } = typed;
  const terms: [string, string][] = hasAcceptedTerms ? [['terms', '1']] : [];
  if (provider !== undefined) return [['by', 'provider'], ['provider', provider], ...terms];
  if (by === null) return [];
  const inputs = [...inputsOf(visit, by), ...(thirdFact ? [thirdInput(thirdFact)] : [])];
  const names = [...inputs.filter(({ type }) => type !== 'password').map(({ name }) => name), 'marketing'];
  return [
    ['by', by],
    ...names.flatMap((name): [string, string][] =>
      values[name] === undefined ? [] : [[name, values[name].slice(0, 200)]],
    ),
    ...(thirdFact ? [[askedFor, thirdFact] satisfies [string, string]] : []),
    ...terms,
  ];
}

/** The form that was sent; else the first in which anything is typed. */
function languageForm(visit: PortalVisit, names: readonly FormName[], typed: Typed | undefined): string | undefined {
  const first = names.find((name) => inputsOf(visit, name).length > 0) ?? names.at(0) ?? visit.providers.at(0)?.id;
  return typed?.provider ?? typed?.by ?? first;
}

function formId(way: string | undefined): string | undefined {
  return way && `form-${way}`;
}

function thirdInput(thirdFact: ThirdFact): Input {
  return { name: 'third_fact', ...thirdFacts[thirdFact], missing: 'needField', autocomplete: 'off' };
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
  const third = isSent && name === 'room_surname' ? thirdFact : null;
  const inputs: readonly Input[] = [...inputsOf(visit, name), ...(third ? [thirdInput(third)] : [])];
  const marketing = name === 'self_registration' ? marketingFor(visit.portal, language) : null;
  return {
    id: name,
    form: formId(name),
    by: name,
    carries: third && [[askedFor, third]],
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

function providerWayOf(
  { id, name }: OfferedProvider,
  { portal, language }: PortalVisit,
  typed: Typed | undefined,
): object {
  const title = say(language, 'wayProvider', { name });
  const asksTerms = termsFor(portal, language) !== null;
  return {
    id,
    form: formId(id),
    by: 'provider',
    carries: [['provider', id]],
    title,
    button: title,
    inputs: [],
    asks_terms: asksTerms,
    terms_accepted: typed?.provider === id && typed.hasAcceptedTerms,
  };
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
