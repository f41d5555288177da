import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import { DatabaseState } from '../database/database-state.js';
import type { Instant } from '../kernel/clock.js';
import { everyOrganization, systemContext } from '../kernel/context.js';
import { Backgrounds } from './backgrounds.js';

export interface Reason {
  /** `database`, `standby`, or the name of background work. */
  readonly part: string;
  /** In words that reveal nothing internal. */
  readonly reason: string;
  readonly since_at: Instant;
}

/**
 * `ready`: everything works. `degraded`: requests are answered as far as possible, but something stands still; another
 * process on the same database would do no better. `not ready`: this process can answer nothing.
 */
export interface ReadinessReport {
  readonly status: 'ready' | 'degraded' | 'not ready';
  readonly checks: { readonly database: string; readonly workers: string };
  readonly reasons: readonly Reason[];
}

const slowMilliseconds = 2_000;
const everywhere = systemContext(everyOrganization, 'readiness');
/** As a request asks: by a name, in a transaction with its scope, over the same pool. */
const anything = statement('readiness', 'select true as ready from organizations limit 1');

@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    private readonly state: DatabaseState,
    private readonly backgrounds: Backgrounds,
  ) {}

  async report(): Promise<ReadinessReport> {
    const { standby } = this.database;
    const [asked] = await Promise.all([this.asked(), standby?.look()]);
    const { current } = this.state;
    const aside = standby?.trouble;
    const reasons: Reason[] = [
      ...(current ? [{ part: 'database', reason: current.detail, since_at: current.sinceAt }] : []),
      ...(aside ? [{ part: 'standby', reason: aside.why, since_at: aside.sinceAt }] : []),
      ...this.backgrounds.troubles().map(({ work, why, sinceAt }) => ({ part: work, reason: why, since_at: sinceAt })),
    ];
    const isServing =
      asked === 'ok' && current?.refusal !== 'prepared_statements_lost' && this.backgrounds.state === 'ok';
    const workers =
      this.backgrounds.state === 'ok' && this.backgrounds.troubles().length > 0 ? 'failing' : this.backgrounds.state;
    return {
      status: isServing ? (reasons.length > 0 ? 'degraded' : 'ready') : 'not ready',
      checks: { database: asked === 'ok' ? (current?.refusal ?? 'ok') : asked, workers },
      reasons,
    };
  }

  /** Whether it answers at all. Twice at once: behind a pooler one connection may be lucky. */
  private async asked(): Promise<string> {
    const over = new AbortController();
    const asked = Promise.all([1, 2].map(() => this.database.query(everywhere, anything))).then(
      () => 'ok',
      () => this.state.current?.refusal ?? 'unreachable',
    );
    const slow = new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve('slow'), slowMilliseconds);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    return Promise.race([asked, slow]).finally(() => over.abort());
  }
}
