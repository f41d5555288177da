import { ConnectorProblem, type ConnectorProblemCode } from './connector-problem.js';
import type { Check, Right } from './connector.js';

export interface ConnectionTestTerms {
  /** Where it leads, for operators. */
  readonly address: string;
  readonly rights: readonly Right[];
  /** What to do when the vendor rejects the credentials. */
  readonly credentialsRemedy: string;
  /** The vendor answers a missing right and wrong credentials alike: trying another right shows which it is. */
  readonly refusesAlike?: boolean;
}

/** What to do when neither a right nor the credentials are at fault. */
const remedies: Partial<Readonly<Record<ConnectorProblemCode, string>>> = {
  unreachable: 'Check the address, and the name service, firewall and proxy on the way there',
  upstream_broken: 'Test again in a while; if it stays so, ask the vendor, or check that the address is the right one',
  rate_limited: 'Test again when the vendor takes requests again',
  settings_invalid: 'Correct the setting that the detail names',
  gone: 'Check the address, and the ids among the settings',
};

/**
 * The checks of one connection test, in order. Each right is tried by a request that needs it; the first answer also
 * shows whether the vendor is reachable and accepts us. If not, nothing else is tried.
 */
export class ConnectionTest {
  private readonly found: Check[] = [];
  private isKnown = false;
  private isOver = false;
  /** Refused before any answer, by a vendor that refuses everything alike. */
  private refused: { readonly right: Right; readonly detail: string } | null = null;

  constructor(private readonly terms: ConnectionTestTerms) {}

  get checks(): readonly Check[] {
    return this.refused ? [...this.found, ...this.unknown(this.refused.right, this.refused.detail)] : this.found;
  }

  add(...checks: readonly Check[]): void {
    if (!this.isOver) this.found.push(...checks);
  }

  /** The answer to a right's request; undefined when it was refused, or not sent because the test is over. */
  async right<Answer>(
    name: string,
    ask: () => Promise<Answer>,
    say: (answer: Answer) => string,
  ): Promise<Answer | undefined> {
    if (this.isOver) return undefined;
    const right = this.rightOf(name);
    try {
      const answer = await ask();
      this.known();
      this.found.push({ name, ok: true, tried: right.tried, detail: say(answer) });
      return answer;
    } catch (error) {
      this.failed(right, error);
      return undefined;
    }
  }

  /** Other answers prove this right. */
  given(name: string, detail: string): void {
    this.add({ name, ok: true, tried: this.rightOf(name).tried, detail });
  }

  /** The answer itself says that the right is missing. */
  missing(name: string, detail: string): void {
    const { tried, remedy } = this.rightOf(name);
    this.known();
    this.add({ name, ok: false, tried, detail, remedy });
  }

  private failed(right: Right, error: unknown): void {
    const { code, message, isForbidden } =
      error instanceof ConnectorProblem ? error : new ConnectorProblem('unreachable', 'The test was given up');
    if (isForbidden || (this.isKnown && code === 'credentials_refused')) return this.missing(right.name, message);
    const remedy = remedies[code] ?? right.remedy;
    if (this.isKnown) this.add({ name: right.name, ok: false, tried: right.tried, detail: message, remedy });
    else if (code === 'credentials_refused') {
      if (this.terms.refusesAlike && !this.refused) {
        this.refused = { right, detail: message };
        return;
      }
      this.add(...(this.refused ? [] : this.unknown(right, message)));
    } else if (!this.refused)
      this.add({
        name: code === 'settings_invalid' || code === 'gone' ? 'settings' : 'reachable',
        ok: false,
        tried: right.tried,
        detail: message,
        remedy,
      });
    // A vendor that does not answer need not be asked four more times.
    this.isOver = !this.isKnown || code === 'unreachable' || code === 'rate_limited';
  }

  private unknown({ tried }: Right, detail: string): readonly Check[] {
    return [
      reached(this.terms.address),
      { name: 'credentials', ok: false, tried, detail, remedy: this.terms.credentialsRemedy },
    ];
  }

  private known(): void {
    if (this.isKnown) return;
    this.isKnown = true;
    const { refused } = this;
    this.refused = null;
    this.add(reached(this.terms.address), {
      name: 'credentials',
      ok: true,
      tried: this.terms.address,
      detail: 'They are accepted',
    });
    if (refused) this.missing(refused.right.name, refused.detail);
  }

  private rightOf(name: string): Right {
    const right = this.terms.rights.find((each) => each.name === name);
    if (!right) throw new Error(`There is no right ${name}`);
    return right;
  }
}

function reached(address: string): Check {
  return { name: 'reachable', ok: true, tried: address, detail: 'It answers' };
}
