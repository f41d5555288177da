import type { Clock } from '../../../kernel/clock.js';
import { vendorId, vendorLine } from '../../../provisioning/connector/vendor-record.js';
import type { SignInAppClient } from './sign-in-app.client.js';

const lifeMilliseconds = 3_600_000;

export interface KnownGroup {
  readonly name?: string;
  /** Its people get Wi-Fi here. */
  readonly isWanted: boolean;
}

/**
 * Who are visitors: the groups that the settings name, else those that nobody returns to, which leaves out staff and
 * deliveries. Read once an hour.
 */
export class SignInAppGroups {
  private known: Promise<ReadonlyMap<string, KnownGroup>> | undefined;
  private until = 0;

  constructor(
    private readonly client: SignInAppClient,
    private readonly wanted: readonly string[] | undefined,
    private readonly clock: Clock,
  ) {}

  /** A group that is not known is nobody's: no Wi-Fi by mistake. */
  async find(id: unknown, signal: AbortSignal): Promise<KnownGroup> {
    if (!this.known || this.clock.milliseconds() >= this.until) {
      this.until = this.clock.milliseconds() + lifeMilliseconds;
      this.known = this.read(signal);
      this.known.catch(() => {
        this.known = undefined;
      });
    }
    return (await this.known).get(vendorId(id) ?? '') ?? { isWanted: false };
  }

  private async read(signal: AbortSignal): Promise<ReadonlyMap<string, KnownGroup>> {
    const groups = await this.client.groups(signal);
    return new Map(
      groups.map(({ id, name, type }) => {
        const isWanted = this.wanted?.length ? this.wanted.includes(vendorLine(name) ?? '') : type === 'non-returning';
        return [vendorId(id) ?? '', { name: vendorLine(name), isWanted }];
      }),
    );
  }
}
