import type { KeptToken, SharedTokens, TokenRequest } from '../../src/provisioning/connector/held-token.js';

/** The tokens of one connection, whoever opens it: what a vendor gives once is not asked for again. */
export class TokensInMemory implements SharedTokens {
  private kept: KeptToken | null = null;

  async current({ refused, refreshToken, signal, ask }: TokenRequest): Promise<KeptToken> {
    if (this.kept && this.kept.token !== refused) return this.kept;
    this.kept = await ask(signal, this.kept?.refreshToken ?? refreshToken);
    return this.kept;
  }
}
