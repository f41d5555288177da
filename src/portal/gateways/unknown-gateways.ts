import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { Database } from '../../database/database.js';
import { type Alarm, Alarms } from '../../kernel/alarms.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { makers } from './makers/makers.js';
import { knownParameters, redirectValuesOf } from './redirect.js';

/** Whoever opens a portal can forge such an address, so it is reported at most once an hour and rarely examined. */
const toldSeconds = 3600;
const lookedAtSeconds = 300;
/** Of a make's parameters: one alone may be in any address. */
const fewestNames = 2;

type NamedPortal = { readonly id: string; readonly name: string };

/** Guests sent by a gateway that is none of their portal's, or by none at all where the portal has none. */
@Injectable()
export class UnknownGateways {
  private readonly lately = new LRUCache<string, true>({ ...atMost(10_000), ttl: lookedAtSeconds * 1000 });

  constructor(
    private readonly alarms: Alarms,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A guest has come, and the portal has no gateway. */
  async tellOfNone(context: Context, portal: NamedPortal): Promise<void> {
    const detail = 'A guest came, but no gateway shows the portal';
    await this.tell(context, portal, { state: 'none', detail, facts: { gateways: 0 } });
  }

  async note(context: Context, portal: NamedPortal, query: URLSearchParams): Promise<void> {
    if (query.size < fewestNames || this.lately.has(portal.id)) return;
    const sender = senderOf(query);
    if (sender === undefined) return;
    const detail = `A gateway like ${sender} is none of those of the portal`;
    await this.tell(context, portal, { state: 'unknown', detail });
  }

  private async tell(
    context: Context,
    portal: NamedPortal,
    what: Pick<Alarm, 'state' | 'detail' | 'facts'>,
  ): Promise<void> {
    if (this.lately.has(portal.id)) return;
    this.lately.set(portal.id, true);
    await this.database.transaction(context, (inside) =>
      this.alarms.raise(inside, [
        {
          event: 'portal.gateway_unknown',
          subjectId: portal.id,
          subjectName: portal.name,
          ...what,
          endsAt: laterBy(this.clock.instant(), toldSeconds),
        },
      ]),
    );
  }
}

/** `coova at 10.1.0.9`; undefined: nothing looks as if a gateway had sent the guest. */
function senderOf(query: URLSearchParams): string | undefined {
  const likeness = Object.entries(makers).map(([make, row]) => {
    const names = knownParameters(row);
    return { make, row, count: [...new Set(query.keys())].filter((name) => names.has(name)).length };
  });
  const [best] = likeness.toSorted((one, other) => other.count - one.count);
  if (best.count < fewestNames) return undefined;
  const values = redirectValuesOf(best.row, query);
  const at = best.row.logins.flatMap(({ hostIn }) => hostIn).find((name) => values[name]);
  const place = at === undefined ? undefined : values[at].replaceAll(/[^\w.:/[\]-]/g, '').slice(0, 100);
  return place ? `${best.make} at ${place}` : best.make;
}
