import { jitter, RetryPolicy } from '../../../kernel/retry-policy.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import type { Link } from '../../../provisioning/connector/listens.js';
import { connect } from './fias.client.js';
import type { FidCrypt } from './fias.fidcrypt.js';
import { FullList } from './fias.full-list.js';
import { FiasHeldLink, type LinkMemory } from './fias.held-link.js';
import { listBrokenMarker } from './fias.marker.js';
import type { FiasSettings } from './fias.settings.js';

/** A link that lived this long was a good one: the next attempt follows at once. */
const steadySeconds = 60;
/** Two programs that compete for the port must not retry in step. */
const linkRetry = new RetryPolicy({ delays: { firstSeconds: 1, ceilingSeconds: 60 }, jitter: jitter.half });

/** Holds the link of one hotel and reconnects after every loss. */
export class FiasListener {
  private held: FiasHeldLink | null = null;

  constructor(
    private readonly session: ConnectorSession<FiasSettings>,
    private readonly fidCrypt: () => FidCrypt | null,
  ) {}

  get isAlive(): boolean {
    return this.held?.isAlive ?? false;
  }

  /**
   * @throws ConnectorProblem credentials_refused when the interface hangs up on the authentication key, which must not
   * be retried; settings_invalid when the key is malformed
   */
  async listen(link: Link, signal: AbortSignal): Promise<void> {
    const { clock, chance, log, settings } = this.session;
    const { lastHeardAt } = link.history;
    const memory: LinkMemory = {
      fidCrypt: this.fidCrypt(),
      fullList: new FullList(clock, log, settings.resync_after_hours * 3600),
      heardAtMilliseconds: lastHeardAt === null ? null : Date.parse(lastHeardAt),
      keyWasAccepted: false,
      encodingWasDoubted: false,
    };
    const { isListUnderWay, wasLeft } = link.history;
    if (isListUnderWay) memory.fullList.inheritBroken();
    // The rest of an old list, still to be absorbed, must not be taken for the beginning of the next one.
    if ((isListUnderWay || wasLeft) && !(await link.store(listBrokenMarker))) return;
    link.onFullListWanted(() => this.held?.askForFullList() ?? false);
    link.onCharge((charge) => this.held?.charge(charge) ?? false);

    let failures = 0;
    // No schedule: the next attempt follows the end of the last one, by a pause that grows with failures.
    while (!signal.aborted) {
      link.state('connecting');
      const begunAt = clock.milliseconds();
      const detail = await this.holdOnce(link, memory, signal);
      if (signal.aborted) return;
      link.state('lost', detail);
      log.warn({ detail }, 'link to the hotel system lost');
      failures = clock.milliseconds() - begunAt >= steadySeconds * 1000 ? 1 : failures + 1;
      await clock.sleep(linkRetry.delaySeconds(failures, chance) * 1000, signal);
    }
  }

  /** @returns what ended the link, or why there was none */
  private async holdOnce(link: Link, memory: LinkMemory, signal: AbortSignal): Promise<string> {
    try {
      const connection = await connect(this.session, signal);
      this.held = new FiasHeldLink(this.session, link, memory, connection, signal);
      return await this.held.untilOver();
    } catch (problem) {
      if (problem instanceof ConnectorProblem && problem.code === 'unreachable') return problem.message;
      throw problem;
    } finally {
      this.held = null;
    }
  }
}
