import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { WakeUpRelay } from '../../database/wake-up-relay.js';
import { WakeUps } from '../../database/wake-ups.js';
import { ChangeRowsRepository } from './change-rows.repository.js';
import { LiveStreams } from './live-streams.js';
import type { LiveChange } from './topics.js';
import { Watched } from './watched.js';

/** Looks take at most a tenth of the time. */
const shareOfTime = 10;
const everyMilliseconds = 500;
/** How often listeners are told to read again while other processes cannot be heard. */
const silentMilliseconds = 15_000;

/**
 * Looks twice a second for changes in the watched organizations, and tells their listeners. Nothing is written for
 * this: the logs, the audit and the states of work exist anyway, so it costs the hot paths nothing.
 */
@Injectable()
export class LiveFeed extends Periodic {
  readonly name = 'live changes';
  protected everyMilliseconds = everyMilliseconds;
  private readonly watched = new Map<string, Watched>();
  /** Organizations whose subjects this or another process has changed. */
  private readonly withChangedSubjects = new Set<string>();
  private breaks = 0;
  /** Up to here messages of other processes arrived, or a reset made up for them. */
  private gaplessUntil = 0;

  constructor(
    private readonly rows: ChangeRowsRepository,
    private readonly streams: LiveStreams,
    private readonly relay: WakeUpRelay,
    wakeUps: WakeUps,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
    wakeUps.on('subjects', ({ organizationId }) => {
      if (this.watched.has(organizationId)) this.withChangedSubjects.add(organizationId);
    });
  }

  async round(): Promise<void> {
    this.everyMilliseconds = everyMilliseconds;
    const wanted = this.streams.wanted();
    for (const id of this.watched.keys()) if (!wanted.has(id)) this.watched.delete(id);
    const startedAt = this.clock.milliseconds();
    if (this.relay.isConnected || wanted.size === 0) this.gaplessUntil = startedAt;
    const isSilent = startedAt - this.gaplessUntil >= silentMilliseconds;
    const isGapless = this.relay.breaks === this.breaks && !isSilent;
    this.breaks = this.relay.breaks;
    if (!isGapless) this.gaplessUntil = startedAt;
    if (wanted.size === 0) return;
    for (const id of wanted) if (!this.watched.has(id)) this.watched.set(id, new Watched(id));
    this.streams.tell(await this.look());
    this.streams.nowWatched(this.watched.keys());
    if (!isGapless) this.streams.reset('Changes may have been missed');
    this.everyMilliseconds = Math.max(everyMilliseconds, (this.clock.milliseconds() - startedAt) * shareOfTime);
  }

  private async look(): Promise<LiveChange[]> {
    const ids = [...this.watched.keys()];
    const subjects = [...this.withChangedSubjects];
    this.withChangedSubjects.clear();
    const [log, states] = await Promise.all([
      this.rows.log(ids.flatMap((id) => this.watched.get(id)!.logPlaces)),
      this.rows.states(ids),
    ]);
    const logOf = byOrganization(log);
    const statesOf = byOrganization(states);
    const found = ids.flatMap((id) => this.watched.get(id)!.changes(logOf.get(id) ?? [], statesOf.get(id) ?? []));
    const named = new Set(found.filter(({ topic }) => topic === 'guests').map(({ organizationId }) => organizationId));
    for (const organizationId of subjects)
      if (!named.has(organizationId)) found.push({ organizationId, topic: 'guests', ids: 'many' });
    return found;
  }
}

function byOrganization<Row extends { readonly organizationId: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.organizationId);
    if (own) own.push(row);
    else found.set(row.organizationId, [row]);
  }
  return found;
}
