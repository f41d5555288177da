import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Reach } from '../../kernel/reach.js';
import { requireReachable } from '../crud/outbound-url.js';
import { changed, newRecord } from '../crud/record-life.js';
import { refusals } from '../crud/refusals.js';
import type { Gateway, GatewayValues, RetiredAsker, RetiredController } from './gateway.js';
import type { LastArrival } from './last-arrival.js';
import { type GatewayVendor, type VendorRule, vendorRuleOf } from './gateway-vendors.js';
import { type ControllerSettings, controllerOrigin, isSameController } from './controller-settings.js';
import type { MacAuthSettings } from './mac-auth-settings.js';
import type { HandOverSettings } from './hand-over-settings.js';
import { GatewaySecrets, type SharedWords } from './gateway-secrets.js';
import { arrivalEverySeconds, GatewaysRepository } from './gateways.repository.js';

const refused = refusals({
  taken: { gateways_name: 'A gateway with this name exists' },
  missing: {
    gateways_network: ['network_id', 'network'],
    gateways_captive_portal: ['captive_portal_id', 'captive portal'],
  },
});

/** A gateway with its shared words opened: never for an answer. */
export interface OpenedGateway {
  readonly gateway: Gateway;
  readonly words: SharedWords;
}

/** What a call to a controller needs. */
export interface OpenedController {
  readonly gateway: Pick<Gateway, 'id' | 'name' | 'vendor' | 'revision' | 'controller'>;
  readonly words: SharedWords;
  /** The gateway was deleted, or has another controller. */
  readonly isRetired?: boolean;
}

/** Gateways, which let guests in at a network. Refusals are Problems. */
@Injectable()
export class GatewaysService {
  /** Milliseconds since 1970, by gateway: until then this process notes none. */
  private readonly arrivalDueAt = new LRUCache<string, number>(atMost(10_000));

  constructor(
    private readonly gateways: GatewaysRepository,
    private readonly secrets: GatewaySecrets,
    private readonly database: Database,
    private readonly alarms: Alarms,
    private readonly reach: Reach,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Gateway>> {
    return this.gateways.table.list(context, list);
  }

  read(context: Context, id: string): Promise<Gateway> {
    return this.gateways.table.read(context, id);
  }

  async create(
    context: Context,
    { secrets: given = {}, ...values }: Partial<GatewayValues> & Pick<GatewayValues, 'name' | 'networkId' | 'vendor'>,
  ): Promise<Gateway> {
    requireKnown(values.vendor, given);
    const id = this.ids.next();
    const controller = this.controllerOf(values.vendor, values.controller ?? null);
    const handOver = handOverOf(values.vendor, values.handOver ?? null);
    const gateway = newRecord(
      {
        captivePortalId: null,
        loginHosts: [],
        lastArrivalAt: null,
        ...values,
        controller,
        handOver,
        macAuth: macAuthOf(values.vendor, values.macAuth ?? null),
        ...this.secrets.changed(context, { id, secretsSealed: null }, given),
      },
      id,
      this.clock.instant(),
    );
    await this.gateways.table.insert(context, gateway).catch(refused);
    return gateway;
  }

  change(
    context: Context,
    id: string,
    { secrets: given = {}, ...values }: Partial<GatewayValues>,
    expected: Expected,
  ): Promise<Gateway> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.gateways.table.held(inside, id, expected);
      if (values.vendor && values.vendor !== before.vendor)
        throw Problem.invalidField('vendor', 'cannot be changed: make another gateway');
      requireKnown(before.vendor, given);
      const controller =
        values.controller === undefined ? before.controller : this.controllerOf(before.vendor, values.controller);
      const handOver = values.handOver === undefined ? before.handOver : handOverOf(before.vendor, values.handOver);
      const macAuth = values.macAuth === undefined ? before.macAuth : macAuthOf(before.vendor, values.macAuth);
      if (controllerOrigin(controller) !== controllerOrigin(before.controller)) requireGivenAgain(before, given);
      if (before.controller && !isSameController(before.controller, controller))
        await this.gateways.retireSessions(inside, before, this.clock.instant());
      const words = this.secrets.changed(inside, before, given);
      const gateway = changed(before, { ...values, controller, handOver, macAuth, ...words }, this.clock.instant());
      if (gateway !== before) await this.gateways.table.update(inside, gateway).catch(refused);
      return gateway;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const gateway = await this.gateways.table.held(inside, id, expected);
      if (gateway.controller) await this.gateways.retireSessions(inside, gateway, this.clock.instant());
      if (vendorRuleOf(gateway.vendor).asksWhoEnds) await this.gateways.retire(inside, id, this.clock.instant());
      await this.gateways.table.remove(inside, id);
      await this.alarms.end(inside, ['portal.controller_unreachable'], [id]);
    });
  }

  /** Gateways that send guests to the portal, oldest first. */
  async ofPortal(context: Context, portal: { id: string; networkId: string | null }): Promise<OpenedGateway[]> {
    const gateways = await this.gateways.ofPortal(context, portal.id, portal.networkId);
    return gateways.map((gateway) => ({ gateway, words: this.secrets.opened(context, gateway) }));
  }

  /** Deleted ones that still ask which devices have to go, the latest first. */
  async retiredOfPortal(context: Context, portal: { id: string; networkId: string | null }): Promise<RetiredAsker[]> {
    const retired = await this.gateways.retiredOfPortal(context, portal.id, portal.networkId);
    return retired.map(({ vendor, retiredAt, ...stored }) => ({
      vendor,
      retiredAt,
      words: this.secrets.opened(context, stored),
    }));
  }

  async opened(context: Context, id: string): Promise<OpenedGateway> {
    const gateway = await this.read(context, id);
    return { gateway, words: this.secrets.opened(context, gateway) };
  }

  /** A former controller of the gateway, to end the sessions that it still has. */
  openedRetired(context: Context, id: string, retired: RetiredController): OpenedController {
    const gateway = { ...retired, id };
    return { gateway, words: this.secrets.opened(context, gateway), isRetired: true };
  }

  /** Guests may come by the hundred a second; one of them every few seconds says enough, and only then is it asked. */
  async noteArrival(context: Context, id: string, arrival: () => LastArrival): Promise<void> {
    const now = this.clock.milliseconds();
    if (now < (this.arrivalDueAt.get(id) ?? 0)) return;
    this.arrivalDueAt.set(id, now + arrivalEverySeconds * 1000);
    await this.gateways.noteArrival(context, id, arrival(), this.clock.instant());
  }

  async lastArrival(context: Context, id: string): Promise<{ arrival: LastArrival | null; at: Instant | null }> {
    const found = await this.gateways.lastArrival(context, id);
    if (!found) throw Problem.notFound('gateway', id);
    return found;
  }

  private controllerOf(vendor: GatewayVendor, given: ControllerSettings | null): ControllerSettings | null {
    const known: VendorRule['controller'] = vendorRuleOf(vendor).controller;
    if (!known) {
      if (given) throw Problem.invalidField('controller', `${vendor} has none: leave it out`);
      return null;
    }
    if (!given) throw Problem.invalidField('controller', `is required: ${vendor} lets guests in by its controller`);
    const strange = Object.keys(given).find(
      (name) => !['url', 'ca_certificate', ...known].includes(name as keyof ControllerSettings),
    );
    if (strange !== undefined)
      throw Problem.invalidField(`controller/${strange}`, `is no setting of ${vendor}: leave it out`);
    requireReachable(this.reach, 'controller/url', given.url);
    return given;
  }
}

function handOverOf(vendor: GatewayVendor, given: HandOverSettings | null): HandOverSettings | null {
  const { handOver } = vendorRuleOf(vendor);
  if (given && !handOver) throw Problem.invalidField('hand_over', `that of ${vendor} is known: leave it out`);
  if (!given && handOver)
    throw Problem.invalidField('hand_over', `is required: how a gateway of vendor ${vendor} hands guests over`);
  return given;
}

function macAuthOf(vendor: GatewayVendor, given: MacAuthSettings | null): MacAuthSettings | null {
  const required: VendorRule['macAuth'] = vendorRuleOf(vendor).macAuth;
  if (!required) {
    if (given) throw Problem.invalidField('mac_auth', `${vendor} has none: leave it out`);
    return null;
  }
  const missing = required.find((name) => given?.[name] === undefined);
  if (missing !== undefined)
    throw Problem.invalidField(
      'mac_auth',
      `is required, with ${required.join(' and ')}: RADIUS tells them to ${vendor}`,
    );
  const strange = Object.keys(given ?? {}).find((name) => !required.includes(name as keyof MacAuthSettings));
  if (strange !== undefined)
    throw Problem.invalidField(`mac_auth/${strange}`, `is no setting of ${vendor}: leave it out`);
  return given;
}

/** Secrets were given for one place: a controller elsewhere requires them again. */
function requireGivenAgain({ secretsSet }: Gateway, given: GatewayValues['secrets']): void {
  const stranded = secretsSet.filter((name) => given[name] === undefined);
  if (stranded.length === 0) return;
  throw Problem.invalid(
    stranded.map((name) => ({
      pointer: `#/secrets/${name}`,
      detail: 'is to be given again, or taken away with null: controller.url leads elsewhere than before',
    })),
  );
}

function requireKnown(vendor: GatewayVendor, given: GatewayValues['secrets']): void {
  const known: readonly string[] = vendorRuleOf(vendor).secrets;
  const strange = Object.keys(given).find((name) => !known.includes(name));
  if (strange === undefined) return;
  const words = known.length > 0 ? `it has ${known.join(', ')}` : 'it shares none';
  throw Problem.invalidField(`secrets/${strange}`, `is no shared word of ${vendor}: ${words}`);
}
