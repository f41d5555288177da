import type { Clock } from '../../../kernel/clock.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { MewsClient } from './mews.client.js';
import type { MewsProperty } from './mews.mapping.js';
import type { MewsSettings } from './mews.settings.js';
import {
  availabilityBlocks,
  resourceCategories,
  resources,
  services,
  sleepingCategoryTypes,
  type MewsResource,
  type MewsResourceCategory,
} from './mews.wire.js';

const houseLifeMilliseconds = 3_600_000;
const roomLifeMilliseconds = 300_000;

export interface StayHouse extends MewsProperty {
  readonly stayServiceIds: readonly string[];
}

/**
 * What rarely changes in a hotel, cached for a while: its zone, which services are stays, and the names of its rooms.
 */
export class MewsProperties {
  private house: { readonly value: StayHouse; readonly until: number } | undefined;
  private rooms: { readonly byId: Map<string, MewsResource>; readonly until: number } = { byId: new Map(), until: 0 };

  private blocks: { readonly names: Map<string, string>; readonly until: number } = { names: new Map(), until: 0 };

  constructor(
    private readonly client: MewsClient,
    private readonly settings: MewsSettings,
    private readonly clock: Clock,
  ) {}

  async current(signal: AbortSignal): Promise<StayHouse> {
    if (!this.house || this.clock.milliseconds() >= this.house.until) {
      this.house = { value: await this.read(signal), until: this.clock.milliseconds() + houseLifeMilliseconds };
    }
    return this.house.value;
  }

  /** Rooms and beds by id, with the rooms of the beds; reads unknown ones. */
  async roomsOf(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, MewsResource>> {
    if (this.clock.milliseconds() >= this.rooms.until)
      this.rooms = { byId: new Map(), until: this.clock.milliseconds() + roomLifeMilliseconds };
    const { byId } = this.rooms;
    for (let unknown = ids.filter((id) => !byId.has(id)); unknown.length > 0;) {
      const found = await this.client.named(
        resources,
        'ResourceIds',
        [...new Set(unknown)],
        { Extent: { Resources: true, Inactive: true } },
        signal,
      );
      for (const resource of found) byId.set(resource.Id, resource);
      unknown = found
        .map(({ ParentResourceId }) => ParentResourceId)
        .filter((id): id is string => Boolean(id) && !byId.has(id!));
    }
    return byId;
  }

  /** Names of blocks by id, where the settings want them; one without a name is not among them. */
  async blockNames(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    if (!this.settings.block_names) return new Map();
    if (this.clock.milliseconds() >= this.blocks.until)
      this.blocks = { names: new Map(), until: this.clock.milliseconds() + houseLifeMilliseconds };
    const { names } = this.blocks;
    const unknown = [...new Set(ids.filter((id) => !names.has(id)))];
    if (unknown.length > 0) {
      const extent = { AvailabilityBlocks: true, Adjustments: false, ServiceOrders: false, Rates: false };
      const filters = { Extent: extent, ActivityStates: ['Active', 'Deleted'] };
      const found = await this.client.named(availabilityBlocks, 'AvailabilityBlockIds', unknown, filters, signal);
      for (const { Id, Name } of found) if (Name) names.set(Id, Name);
    }
    return names;
  }

  /** Rooms were renamed, or beds moved to other rooms: reads all again. Returns the named ones and their beds. */
  async refreshed(roomIds: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const all = await this.client.all(resources, { Extent: { Resources: true, Inactive: true } }, signal);
    this.rooms = {
      byId: new Map(all.map((resource) => [resource.Id, resource])),
      until: this.clock.milliseconds() + roomLifeMilliseconds,
    };
    const wanted = new Set(roomIds);
    return all
      .filter(({ Id, ParentResourceId }) => wanted.has(Id) || wanted.has(ParentResourceId ?? ''))
      .map(({ Id }) => Id);
  }

  private async read(signal: AbortSignal): Promise<StayHouse> {
    const { Enterprise: enterprise } = await this.client.configuration(signal);
    const bookable = (await this.client.all(services, {}, signal))
      .filter(({ IsActive, Data }) => IsActive && Data?.Discriminator === 'Bookable')
      .map(({ Id }) => Id);
    const categories =
      bookable.length > 0 ? await this.client.named(resourceCategories, 'ServiceIds', bookable, {}, signal) : [];
    return {
      site: this.settings.site,
      timeZone: enterprise.TimeZoneIdentifier,
      stayServiceIds: this.settings.service_ids?.length
        ? this.settings.service_ids
        : stayServicesAmong(bookable, categories),
      categoryNames: new Map(
        categories.map(({ Id, Names }) => [Id, nameIn(Names ?? {}, enterprise.DefaultLanguageCode)]),
      ),
    };
  }
}

function stayServicesAmong(
  bookable: readonly string[],
  categories: readonly MewsResourceCategory[],
): readonly string[] {
  const sleeping = new Set(
    categories
      .filter(({ IsActive, Type }) => IsActive && sleepingCategoryTypes.includes(Type))
      .map(({ ServiceId }) => ServiceId),
  );
  const found = bookable.filter((id) => sleeping.has(id));
  if (found.length === 0)
    throw new ConnectorProblem(
      'settings_invalid',
      'No active bookable service has rooms, beds, apartments or pitches; name the services whose ' +
        'reservations are stays in service_ids',
    );
  return found;
}

function nameIn(names: Readonly<Record<string, string>>, language: string | null | undefined): string {
  return names[language ?? ''] ?? names['en-US'] ?? Object.values(names)[0] ?? '';
}
