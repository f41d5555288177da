import type { Clock } from '../../../kernel/clock.js';

const rememberedMilliseconds = 3_600_000;

export type ServerAbility =
  `bulk ${string}` | 'group filter' | 'user sort' | 'voucher codes' | 'voucher changes' | 'voucher removal';

/** What a remote console was found to offer. Forgotten after an hour, because servers are updated. */
export class ServerAbilities {
  private readonly known = new Map<ServerAbility, { readonly offered: boolean; readonly until: number }>();
  private readonly refused = new Map<string, number>();
  private fieldsKnown = false;

  constructor(private readonly clock: Clock) {}

  /** Undefined: not tried within the last hour. */
  offers(ability: ServerAbility): boolean | undefined {
    const found = this.known.get(ability);
    return found && found.until > this.clock.milliseconds() ? found.offered : undefined;
  }

  learn(ability: ServerAbility, offered: boolean): void {
    this.known.set(ability, { offered, until: this.clock.milliseconds() + rememberedMilliseconds });
  }

  /** Fields beyond the reference that the server does not accept. */
  refusedFields(): ReadonlySet<string> {
    const now = this.clock.milliseconds();
    for (const [field, until] of this.refused) if (until <= now) this.refused.delete(field);
    return new Set(this.refused.keys());
  }

  refuseFields(fields: Iterable<string>): void {
    for (const field of fields) this.refused.set(field, this.clock.milliseconds() + rememberedMilliseconds);
  }

  /** A record with extension fields was accepted or shown, so a refusal now concerns the value. */
  get takesExtensions(): boolean {
    return this.fieldsKnown;
  }

  confirmExtensions(): void {
    this.fieldsKnown = true;
  }
}
