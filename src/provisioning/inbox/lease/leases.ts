import { Injectable } from '@nestjs/common';
import { Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { isOwnerGone, newLeaseOwner } from '../../../kernel/lease-owner.js';
import { type Acquired, LeaseRepository } from './lease.repository.js';

/** Ownership of something that only one process may do, until it is released or lost. */
export interface Lease {
  readonly name: string;
  /** Rises with every change of owner, which identifies messages of an earlier owner. */
  readonly token: number;
  /** The previous owner ended without a release: killed, or cut off. */
  readonly wasLeft: boolean;
  /** Aborted when the lease is lost or released. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/**
 * One owner among any number of processes. A process renews its lease three times within its length while it lives; an
 * owner that cannot renew gives up before anybody else may begin.
 */
@Injectable()
export class Leases {
  /** Of this process. */
  readonly owner: string;

  constructor(
    private readonly rows: LeaseRepository,
    private readonly clock: Clock,
    private readonly log: Log,
    ids: Ids,
  ) {
    this.owner = newLeaseOwner(ids);
  }

  /** Undefined while somebody else has it. */
  async acquire(context: Context, name: string, seconds = 30): Promise<Lease | undefined> {
    const now = this.clock.instant();
    const untilAt = laterBy(now, seconds);
    const acquired =
      (await this.rows.acquire(context, name, this.owner, now, untilAt)) ??
      (await this.inherit(context, name, now, untilAt));
    if (!acquired) return undefined;
    const { token, wasLeft } = acquired;
    const lost = new AbortController();
    const term = { untilAt };
    void this.keep(context, name, token, seconds, term, lost);
    return {
      name,
      token,
      wasLeft,
      signal: lost.signal,
      release: async () => {
        lost.abort();
        await this.rows.release(context, name, token, this.clock.instant());
      },
    };
  }

  /** Whether it is worth trying to acquire what this owner has: it was killed on this machine. */
  isLeftBehind(owner: string): boolean {
    return isOwnerGone(owner);
  }

  /** Do not wait for a process that was killed on this machine: its replacement continues at once. */
  private async inherit(context: Context, name: string, now: Instant, untilAt: Instant): Promise<Acquired | undefined> {
    const former = await this.rows.ownerOf(context, name);
    if (!former || !this.isLeftBehind(former)) return undefined;
    return this.rows.acquire(context, name, this.owner, now, untilAt, former);
  }

  /** Runs only while this lease is held, counted from its start, so a scheduled interval would not fit. */
  private async keep(
    context: Context,
    name: string,
    token: number,
    seconds: number,
    term: { untilAt: Instant },
    lost: AbortController,
  ): Promise<void> {
    for (;;) {
      await this.clock.sleep((seconds * 1000) / 3, lost.signal);
      if (lost.signal.aborted) return;
      try {
        const tooLong = this.clock.sleep((seconds * 1000) / 3, lost.signal).then(() => {
          throw new Error('the database does not answer');
        });
        if (!(await Promise.race([this.extend(context, name, token, seconds, term), tooLong]))) break;
      } catch (error) {
        this.log.warn({ lease: name, error: String(error) }, 'renewing a lease failed');
        // Until a third before its end nobody else can have it: try once more.
        if (laterBy(this.clock.instant(), seconds / 3) >= term.untilAt) break;
      }
    }
    this.log.warn({ lease: name, token }, 'lease lost');
    lost.abort();
  }

  private async extend(
    context: Context,
    name: string,
    token: number,
    seconds: number,
    term: { untilAt: Instant },
  ): Promise<boolean> {
    const next = laterBy(this.clock.instant(), seconds);
    const isOurs = await this.rows.renew(context, name, token, next);
    if (isOurs) term.untilAt = next;
    return isOurs;
  }
}
