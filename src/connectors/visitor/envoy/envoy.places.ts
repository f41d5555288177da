import type { Clock } from '../../../kernel/clock.js';
import { vendorId, vendorLine } from '../../../provisioning/connector/vendor-record.js';
import type { EnvoyClient } from './envoy.client.js';
import { type EnvoyPlace, envoyPlaceOf } from './envoy.mapping.js';
import type { EnvoyFlow, EnvoyLocation } from './envoy.wire.js';

const lifeMilliseconds = 3_600_000;

interface Known {
  readonly places: ReadonlyMap<string, EnvoyPlace>;
  readonly flows: ReadonlyMap<string, { readonly name?: string; readonly isStaff: boolean }>;
}

/** What rarely changes: names and zones of the locations, and the purpose of each flow. Read once an hour. */
export class EnvoyPlaces {
  private known: Promise<Known> | undefined;
  private until = 0;

  constructor(
    private readonly client: EnvoyClient,
    private readonly clock: Clock,
  ) {}

  async place(locationId: unknown, signal: AbortSignal): Promise<EnvoyPlace> {
    return (await this.current(signal)).places.get(vendorId(locationId) ?? '') ?? {};
  }

  /** `isStaff`: employees sign in by this flow; we ignore it. */
  async flow(flowId: unknown, signal: AbortSignal): Promise<{ readonly name?: string; readonly isStaff: boolean }> {
    return (await this.current(signal)).flows.get(vendorId(flowId) ?? '') ?? { isStaff: false };
  }

  private current(signal: AbortSignal): Promise<Known> {
    if (!this.known || this.clock.milliseconds() >= this.until) {
      this.until = this.clock.milliseconds() + lifeMilliseconds;
      this.known = this.read(signal);
      this.known.catch(() => {
        this.known = undefined;
      });
    }
    return this.known;
  }

  private async read(signal: AbortSignal): Promise<Known> {
    const locations = await this.client.all<EnvoyLocation>('locations', signal);
    const flows = await this.client.all<EnvoyFlow>('flows', signal);
    return {
      places: new Map(locations.map(({ id, ...attributes }) => [vendorId(id) ?? '', envoyPlaceOf(attributes)])),
      flows: new Map(
        flows.map(({ id, name, type }) => [
          vendorId(id) ?? '',
          { name: vendorLine(name), isStaff: /employee/i.test(vendorLine(type) ?? '') },
        ]),
      ),
    };
  }
}
