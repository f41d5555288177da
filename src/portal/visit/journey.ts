import { Injectable } from '@nestjs/common';
import { troublePage } from '../pages/messages.js';
import type { Visit } from '../pages/frame.js';
import type { Page } from '../pages/send-page.js';
import { type FormName, formsOf, missingIn, type SignIn, signInPage, type Typed } from '../pages/sign-in-page.js';
import { say } from '../pages/words.js';
import { type Holder, type JourneyState, JourneyStates } from './journey-state.js';
import type { VisitedPortal } from './visited-portals.js';

/** Who is at a portal, as far as the request says. */
export interface Visitor extends VisitedPortal {
  readonly visit: Visit;
  readonly maker: string | null;
  readonly userAgent: string;
  readonly address: string;
  /** All of the query, ours too. */
  readonly query: URLSearchParams;
}

/** The steps of a guest: the first page, what she shows, and where she goes on to. */
@Injectable()
export class Journey {
  constructor(private readonly states: JourneyStates) {}

  /** Asked for by software in the background, too, many times at once: it reads and writes nothing. */
  begin(visitor: Visitor): Page {
    const { visit, maker, query } = visitor;
    const code = query.get('code');
    const typed: Typed | undefined =
      code !== null && formsOf(visit.portal).includes('voucher')
        ? { by: 'voucher', values: { code }, hasAcceptedTerms: false }
        : undefined;
    return this.page(visitor, { query: visit.query.toString(), maker }, { typed });
  }

  signIn(visitor: Visitor, form: URLSearchParams): Page {
    const { visit } = visitor;
    const read = this.states.read(holderOf(visitor), form.get('state'));
    if (read.is === 'foreign') return troublePage('foreign', undefined, { url: visit.path, language: visit.language });
    const { state } = read;
    // Where she came from, for the links of this page.
    const here = { ...visitor, visit: { ...visit, query: new URLSearchParams(state.query) } };
    const typed = typedIn(visit, form);
    if (read.is === 'old')
      return this.page(here, state, { typed, problems: [{ input: null, text: say(visit.language, 'pageTooOld') }] });
    const missing = typed.by === null ? [] : missingIn(visit, typed.by, typed);
    if (typed.by === null || missing.length > 0)
      return this.page(here, state, { typed, problems: missing, status: 422 });
    return troublePage('away', undefined, { url: visit.path, language: visit.language });
  }

  private page(visitor: Visitor, state: JourneyState, signIn: Partial<SignIn>): Page {
    const signed = this.states.write(holderOf(visitor), state);
    return signInPage(visitor.visit, { formActions: [], ...signIn, state: signed });
  }
}

function holderOf({ portal, userAgent }: Visitor): Holder {
  return { portalId: portal.id, userAgent };
}

function typedIn({ portal }: Visit, form: URLSearchParams): Typed {
  const by: FormName | null = formsOf(portal).find((name) => name === form.get('by')) ?? null;
  const values = Object.fromEntries([...form].filter(([name]) => !['state', 'by', 'terms'].includes(name)));
  return { by, values, hasAcceptedTerms: form.has('terms') };
}
