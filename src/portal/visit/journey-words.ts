import { withPlainDigits } from '../../kernel/plain-digits.js';
import type { PortalLanguage } from '../../console/captive-portals/portal-languages.js';
import type { ArrivalProblem } from '../gateways/contract/gateway.js';
import type { Hindrance } from '../gateways/gateways.js';
import { captiveProbe } from '../pages/provider-pages.js';
import { type FormName, forms, type SignIn } from '../pages/sign-in-page.js';
import { count, say, type TextKey } from '../pages/words.js';
import type { GuestProof, GuestRefusalReason, Verdict } from '../ways/proof.js';

/** The proof in a form, from what was typed. */
export function proofOf(
  by: Exclude<FormName, 'self_registration' | 'approval'>,
  values: Readonly<Record<string, string>>,
): GuestProof {
  const typed = (name: string) => (values[name] ?? '').slice(0, 200);
  switch (by) {
    case 'room_surname': {
      const thirdFact = typed('third_fact').trim();
      return { by, room: typed('room'), surname: typed('surname'), ...(thirdFact === '' ? {} : { thirdFact }) };
    }
    case 'voucher':
      return { by, code: withPlainDigits(typed('code')) };
    case 'username_password':
      return { by, username: typed('username'), password: typed('password') };
    case 'terms_only':
    case 'remembered':
      return { by };
  }
}

const refusalTexts: Readonly<Partial<Record<GuestRefusalReason, TextKey>>> = {
  unknown_guest: 'wrongRoom',
  checked_out: 'overNow',
  third_fact_wrong: 'wrongDetail',
  unknown_voucher: 'wrongCode',
  voucher_expired: 'overNow',
  wrong_password: 'wrongPassword',
  password_expired: 'passwordExpired',
  provider_unavailable: 'providerAway',
  terms_not_accepted: 'needTerms',
};

/** The error for a rejected guest, next to the field concerned. */
export function verdictWords(
  language: PortalLanguage,
  by: FormName,
  verdict: Exclude<Verdict, { readonly decision: 'enter' }>,
): Pick<SignIn, 'problems' | 'status' | 'thirdFact'> {
  switch (verdict.decision) {
    case 'wait': {
      const text = count(language, 'waitMinutes', Math.ceil(verdict.seconds / 60));
      return { status: 429, problems: [{ input: null, text }] };
    }
    case 'third_fact':
      return {
        status: 422,
        thirdFact: verdict.what,
        problems: [{ input: 'third_fact', text: say(language, 'oneMore') }],
      };
    case 'refused': {
      const text = say(language, refusalTexts[verdict.reason] ?? 'notAllowed');
      const names: readonly string[] = [...forms[by].inputs.map(({ name }) => name), 'terms'];
      const input = verdict.field !== null && names.includes(verdict.field) ? verdict.field : null;
      const status = verdict.reason === 'provider_unavailable' ? 503 : 422;
      return { status, problems: [{ input, text }] };
    }
  }
}

/**
 * For a guest whom no gateway has led here. Hand-made addresses and option 114 lead to the page without a gateway's
 * words; the way back to her gateway is any address of plain HTTP that it intercepts.
 */
export function hindranceWords(
  language: PortalLanguage,
  hindrance: Exclude<Hindrance, 'unfit'>,
): Pick<SignIn, 'problems' | 'remedy'> {
  if (hindrance === 'no_gateway') return { problems: [{ input: null, text: say(language, 'notSetUp') }] };
  const button = say(language, 'continueOverWifi');
  return {
    problems: [{ input: null, text: say(language, 'joinFirst', { button }) }],
    remedy: { url: captiveProbe, text: button },
  };
}

const arrivalTexts: Readonly<Partial<Record<ArrivalProblem, TextKey>>> = {
  refused: 'gatewayRefused',
  in_use: 'gatewayInUse',
  blocked: 'gatewayBlocked',
  gateway_fault: 'gatewayFault',
  other_network: 'otherNetwork',
  stale: 'pageTooOld',
};

/** The gateway's message to a returning guest; null: none. */
export function arrivalWords(language: PortalLanguage, problem: ArrivalProblem | null): string | null {
  const key = problem && arrivalTexts[problem];
  return key ? say(language, key) : null;
}
