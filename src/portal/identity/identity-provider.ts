import type {
  AuthenticationProvider,
  ProviderSettings,
} from '../../console/authentication-providers/authentication-provider.js';
import type { Context } from '../../kernel/context.js';
import type { ProvenPerson, Refusal } from './proven-person.js';

/** A provider's record with its secrets opened: for whoever talks to it, never for an answer or a log. */
export interface OpenedProvider {
  readonly record: AuthenticationProvider;
  readonly settings: ProviderSettings;
}

/** A question that goes to a provider by the person's browser, and comes back by it. */
export interface Question {
  /** Unguessable, and asked once. */
  readonly id: string;
  /** Our address that the answer goes to, as registered at the provider. */
  readonly redirectUri: string;
  /** Sealed; the provider gives it back as it was. */
  readonly sealed: string;
}

/** One step of `POST /authentication-providers/{id}/test`. */
export interface ProviderCheck {
  readonly name: string;
  readonly isOk: boolean;
  /** What was found, or what to do about it. */
  readonly detail: string;
}

/** Providers that take a username and password from us. */
export interface PasswordProvider {
  prove(
    context: Context,
    provider: OpenedProvider,
    username: string,
    password: string,
  ): Promise<ProvenPerson | Refusal>;
}

/** Providers that people visit with their browser. */
export interface BrowserProvider {
  begin(context: Context, provider: OpenedProvider, question: Question): Promise<string>;
  finish(
    context: Context,
    provider: OpenedProvider,
    question: Question,
    answer: URLSearchParams,
  ): Promise<ProvenPerson | Refusal>;
}
