import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { OrganizationState } from './organization-state.js';
import { OverviewRepository } from './overview.repository.js';

const rememberedMilliseconds = 5_000;
const mostRemembered = 200;

export interface TakenLook {
  readonly at: Instant;
  readonly states: readonly OrganizationState[];
}

/** The state of an organization and all beneath it, read once for all calls within five seconds. */
@Injectable()
export class OverviewService {
  private readonly looks = new LRUCache<string, { readonly atMilliseconds: number; readonly look: Promise<TakenLook> }>(
    {
      max: mostRemembered,
    },
  );

  constructor(
    private readonly repository: OverviewRepository,
    private readonly clock: Clock,
  ) {}

  look(context: Context): Promise<TakenLook> {
    const { organizationId } = context;
    const known = this.looks.get(organizationId);
    const now = this.clock.milliseconds();
    if (known && now - known.atMilliseconds < rememberedMilliseconds) return known.look;
    const look = this.take(context);
    this.looks.set(organizationId, { atMilliseconds: now, look });
    look.catch(() => this.looks.delete(organizationId));
    return look;
  }

  private async take(context: Context): Promise<TakenLook> {
    const at = this.clock.instant();
    return { at, states: await this.repository.states(context, at) };
  }
}
