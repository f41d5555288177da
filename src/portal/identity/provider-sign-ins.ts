import type { Context } from '../../kernel/context.js';
import type { ProvenPerson, Refusal } from './proven-person.js';

/** Who signs in: a guest at a portal, or an operator at the console. */
export type SignInUse = 'guests' | 'operators';

export interface SignInRequest {
  readonly use: SignInUse;
  /** The caller's own, carried through the provider sealed; at most 2,000 characters. */
  readonly state: string;
  /** The installation's one address for answers: `<base url>/sign-in/callback`, as registered at the provider. */
  readonly redirectUri: string;
  /** A path of this installation, to which the browser is sent with the answer's own query. */
  readonly returnPath: string;
}

/** People who prove elsewhere who they are. A refusal is an expected outcome, not an error. */
export abstract class ProviderSignIns {
  /** LDAP. */
  abstract byPassword(
    context: Context,
    providerId: string,
    username: string,
    password: string,
    use?: SignInUse,
  ): Promise<ProvenPerson | Refusal>;

  /** OpenID Connect: where the browser is sent. Needs no cookie. */
  abstract begin(context: Context, providerId: string, request: SignInRequest): Promise<{ url: string } | Refusal>;

  /** `callback`: the query that the browser brought to `returnPath`. Good once, for ten minutes after `begin`. */
  abstract finish(
    context: Context,
    providerId: string,
    callback: URLSearchParams,
  ): Promise<{ person: ProvenPerson; state: string } | Refusal>;
}
