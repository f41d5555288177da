import { Injectable } from '@nestjs/common';
import { type ExplainedTry, PolicyExplanation } from '../../console/policies/policy-explanation.js';
import type { Context } from '../../kernel/context.js';
import { type Instant, laterBy } from '../../kernel/clock.js';

/** The device and its network. */
export interface Station {
  readonly mac: string | null;
  readonly ssid: string | null;
}

export interface Allowed {
  readonly isAllowed: true;
  /** The name that RADIUS knows. */
  readonly username: string;
  readonly userId: string | null;
  readonly voucherId: string | null;
  /** Null if no end is known. */
  readonly until: Instant | null;
}

export interface Denied {
  readonly isAllowed: false;
  readonly reason: string;
}

/** What RADIUS would say to an account; asked before its guest is sent to the gateway. */
@Injectable()
export class AllowedAccounts {
  constructor(private readonly explanation: PolicyExplanation) {}

  ofUser(context: Context, userId: string, station: Station): Promise<Allowed | Denied> {
    return this.ask(context, { userId }, station);
  }

  ofCode(context: Context, code: string, station: Station): Promise<Allowed | Denied> {
    return this.ask(context, { username: code }, station);
  }

  /** Does the same work for nothing. */
  async ofNobody(context: Context, station: Station): Promise<void> {
    await this.ask(context, { username: '\u001f' }, station);
  }

  private async ask(
    context: Context,
    who: Pick<ExplainedTry, 'userId' | 'username'>,
    { mac, ssid }: Station,
  ): Promise<Allowed | Denied> {
    const { decision, reasons, parties } = await this.explanation.explain(context, {
      ...who,
      ...(mac === null ? {} : { mac }),
      ...(ssid === null ? {} : { ssid }),
    });
    if (decision === 'deny') return { isAllowed: false, reason: reasons[0]?.code ?? 'failed' };
    const { user, voucher } = parties;
    const started = voucher?.firstUsedAt ?? null;
    return {
      isAllowed: true,
      username: user?.name ?? voucher?.name ?? '',
      userId: user?.id ?? null,
      voucherId: voucher?.id ?? null,
      until: user
        ? user.validUntil
        : started !== null && voucher?.durationSeconds
          ? laterBy(started, voucher.durationSeconds)
          : null,
    };
  }
}
