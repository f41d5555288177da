import { Injectable } from '@nestjs/common';
import { vendorRuleOf } from '../../console/gateways/gateway-vendors.js';
import { GatewaysService, type OpenedGateway } from '../../console/gateways/gateways.service.js';
import { Database } from '../../database/database.js';
import { HeardChanges, type Remembered } from '../../database/heard-changes.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { GatewayAdmission, GatewayArrival, NextStep } from './contract/gateway.js';
import { ControllerAdmissions, type Standing } from './controllers/controller-admissions.js';
import { CredentialAdmissions } from './controllers/credential-admissions.js';
import { AccountDevicesRepository } from './first-use/account-devices.repository.js';
import { FirstUseRepository } from './first-use/first-use.repository.js';
import { hasLoginAddress, loginOrigins } from './login-address.js';
import { isSignedByChilli } from './makers/coova.js';
import { makerOf } from './makers/generic.js';
import { type Maker, Unfit, type RedirectValues } from './makers/maker.js';
import { loginOf, stepTo } from './next-step.js';
import { redacted, toldBy, redirectValuesOf } from './redirect.js';
import { MacAdmissions } from './mac-auth/mac-admissions.js';
import { OfferedNetworks } from './offered-networks.js';
import { RecentRefusalsRepository } from './recent-refusals.repository.js';
import { UnknownGateways } from './unknown-gateways.js';

/** The portal, as far as gateways need it. */
export interface PortalOfNetwork {
  readonly id: string;
  readonly networkId: string | null;
  /** What people call it; absent: nobody is told of gateways that are unknown. */
  readonly name?: string;
}

/** What the pages of a portal need from its gateways. */
interface PortalGateways {
  readonly opened: readonly OpenedGateway[];
  /** Hosts of their logins. */
  readonly origins: readonly string[];
}

interface Reading {
  readonly opened: OpenedGateway;
  readonly values: RedirectValues;
  readonly proof: GatewayArrival['proof'];
}

const nobody: Omit<GatewayArrival, 'vendor'> = {
  gatewayId: null,
  clientMac: null,
  clientAddress: null,
  accessPointMac: null,
  ssid: null,
  nasId: null,
  problem: null,
  proof: 'none',
  values: {},
};

/** `by_hand`: the page was opened without what a gateway says. `unfit`: what came leads to none of the portal's. */
export type Hindrance = 'no_gateway' | 'by_hand' | 'unfit';

/** Whether there is a way to the gateway, whoever takes it. */
const anybody: GatewayAdmission = {
  registrationId: '',
  username: 'anybody',
  ticket: 'a'.repeat(26),
  mac: null,
  endsAt: null,
  returnUrl: 'http://localhost/',
};

const full: NextStep = { kind: 'refused', reason: 'the account has as many devices as it may', is: 'in_use' };

/** Lets guests pass at the gateways of a network, whatever their make. */
@Injectable()
export class Gateways {
  private readonly remembered: Remembered<PortalGateways>;

  constructor(
    private readonly gateways: GatewaysService,
    private readonly controllers: ControllerAdmissions,
    private readonly credentials: CredentialAdmissions,
    private readonly byAddress: MacAdmissions,
    private readonly unknown: UnknownGateways,
    private readonly offered: OfferedNetworks,
    private readonly firstUse: FirstUseRepository,
    private readonly devices: AccountDevicesRepository,
    private readonly refusals: RecentRefusalsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    changes: HeardChanges,
  ) {
    this.remembered = changes.remember(1000);
  }

  /**
   * Reads a redirect. `maker` is the last part of `/p/{slug}/{vendor}`; null means the portal's gateways decide. With
   * `address`, the whole requested URL, a signature in it is verified. No query string makes it throw.
   */
  async arrive(
    context: Context,
    portal: PortalOfNetwork,
    maker: string | null,
    query: URLSearchParams,
    address?: string,
  ): Promise<GatewayArrival> {
    const { opened: all } = await this.ofPortal(context, portal);
    const candidates = maker === null ? all : all.filter(({ gateway }) => gateway.vendor === maker);
    const readings = candidates.flatMap((opened) => read(opened, query) ?? []);
    const reading = readings.length === 1 ? readings[0] : readings.find(isSender);
    if (!reading) {
      if (portal.name !== undefined) await this.unknown.note(context, { id: portal.id, name: portal.name }, query);
      return { ...nobody, vendor: maker ?? candidates.at(0)?.gateway.vendor ?? 'unknown' };
    }
    const { gateway, words } = reading.opened;
    const row = makerOf(gateway);
    const told = toldBy(row, reading.values);
    const known = told.problem === 'refused' ? await this.refusals.of(context, told.clientMac) : undefined;
    const isOffered =
      told.ssid === null || !asksRadius(reading) || (await this.offered.include(context, gateway.networkId, told.ssid));
    const arrival: GatewayArrival = {
      ...told,
      gatewayId: gateway.id,
      vendor: gateway.vendor,
      problem: isOffered ? (known ?? told.problem) : 'other_network',
      proof: provenBy(reading, words.uamsecret, address),
      values: asSent(row, query, reading.values),
    };
    if (Object.keys(reading.values).length > 0)
      await this.gateways.noteArrival(context, gateway.id, () => ({
        vendor: gateway.vendor,
        proof: arrival.proof,
        problem: arrival.problem,
        parameters: redacted(row, reading.values),
      }));
    return passesCredentials(gateway) ? this.credentials.named(context, reading.opened, arrival) : arrival;
  }

  /**
   * Why `admit` could let nobody in who came so; undefined: it may. Asked before anything is written about a guest.
   */
  async hindrance(
    context: Context,
    portal: PortalOfNetwork,
    { gatewayId, values }: GatewayArrival,
    query: URLSearchParams,
  ): Promise<Hindrance | undefined> {
    const { opened } = await this.ofPortal(context, portal);
    if (opened.length === 0) return 'no_gateway';
    const isByHand = query.size === 0 || (gatewayId !== null && Object.keys(values).length === 0);
    const refusal = isByHand ? 'by_hand' : 'unfit';
    const sender = opened.find(({ gateway }) => gateway.id === gatewayId);
    if (!sender) return refusal;
    const { gateway, words } = sender;
    if (gateway.controller || gateway.macAuth || passesCredentials(gateway)) return isByHand ? refusal : undefined;
    const reading = read(sender, new URLSearchParams(values));
    if (!reading) return refusal;
    try {
      stepTo(makerOf(gateway), reading.values, { loginHosts: gateway.loginHosts, words }, anybody, 0);
      return undefined;
    } catch (error) {
      if (error instanceof Unfit) return refusal;
      throw error;
    }
  }

  /** Of a portal that no gateway shows: a guest has filled in a form of it, and nobody can let her in. */
  async tellOfNone(context: Context, { id, name }: PortalOfNetwork): Promise<void> {
    if (name !== undefined) await this.unknown.tellOfNone(context, { id, name });
  }

  /** How the browser gets in. Safe to repeat: guests press twice. */
  async admit(context: Context, arrival: GatewayArrival, admission: GatewayAdmission): Promise<NextStep> {
    if (arrival.gatewayId === null)
      return { kind: 'refused', reason: 'no gateway of this network sent the guest: is its login host listed?' };
    const opened = await this.gateways.opened(context, arrival.gatewayId).catch(absent);
    if (!opened) return { kind: 'refused', reason: 'the gateway was deleted meanwhile' };
    const reading = read(opened, new URLSearchParams(arrival.values));
    if (!reading) return { kind: 'refused', reason: `what came is no redirect of ${opened.gateway.vendor}` };
    const { gateway, words } = opened;
    if (passesCredentials(gateway)) return this.credentials.admit(context, opened, arrival, admission);
    if (gateway.macAuth) return this.byAddress.admit(context, gateway, arrival, admission);
    if (gateway.controller) return this.controllers.admit(context, opened, arrival, admission);
    try {
      const row = makerOf(gateway);
      const place = { loginHosts: gateway.loginHosts, words };
      const step = stepTo(row, reading.values, place, admission, this.clock.milliseconds());
      const { isWithoutRadius, longestSeconds } = loginOf(row, reading.values);
      if (!isWithoutRadius) return step;
      // What a RADIUS server would begin begins here; then again, for until when is known now.
      const now = this.clock.instant();
      const endsAt = await this.database.transaction(context, async (inside) =>
        (await this.devices.isFull(inside, admission.registrationId, now))
          ? 'full'
          : this.firstUse.admit(inside, admission.registrationId, now, longestSeconds),
      );
      if (endsAt === 'full') return full;
      return stepTo(row, reading.values, place, { ...admission, endsAt }, this.clock.milliseconds());
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      return { kind: 'refused', reason: error.message };
    }
  }

  /** After `wait`: whether the controller lets the guest in by now, read back from it. */
  async standing(context: Context, arrival: GatewayArrival, registrationId: string): Promise<Standing> {
    const opened = arrival.gatewayId && (await this.gateways.opened(context, arrival.gatewayId).catch(absent));
    if (opened && passesCredentials(opened.gateway)) return this.credentials.standing(context, opened, arrival);
    if (opened && opened.gateway.macAuth) return this.byAddress.standing(context, opened.gateway, registrationId);
    return this.controllers.standing(context, registrationId);
  }

  /**
   * Whether a device that is in may be given another account from here; elsewhere its browser signs in once it is out.
   */
  async exchangesAccounts(context: Context, { gatewayId }: GatewayArrival): Promise<boolean> {
    const opened = gatewayId && (await this.gateways.opened(context, gatewayId).catch(absent));
    if (!opened || passesCredentials(opened.gateway)) return false;
    return Boolean(opened.gateway.macAuth || opened.gateway.controller);
  }

  /** Origins that forms of this portal's pages may be sent to, for `form-action`. */
  async formActions(context: Context, portal: PortalOfNetwork): Promise<readonly string[]> {
    return (await this.ofPortal(context, portal)).origins;
  }

  private ofPortal(context: Context, portal: PortalOfNetwork): PortalGateways | Promise<PortalGateways> {
    const name = `${context.organizationId} ${portal.id} ${portal.networkId}`;
    return this.remembered.findOr(name, async () => {
      const opened = await this.gateways.ofPortal(context, portal);
      return {
        opened,
        origins: [
          ...new Set(opened.flatMap(({ gateway }) => loginOrigins(gateway.loginHosts, makerOf(gateway).logins))),
        ],
      };
    });
  }
}

function read(opened: OpenedGateway, query: URLSearchParams): Reading | undefined {
  const row = makerOf(opened.gateway);
  const values = redirectValuesOf(row, query);
  const unpacked = row.unpack ? row.unpack(values, opened.words) : { values, proof: row.proof };
  return unpacked && { opened, ...unpacked };
}

/** Which of several gateways sent the guest: the one with this login host, or site. */
function isSender({ opened: { gateway }, values }: Reading): boolean {
  const row = makerOf(gateway);
  if (row.site) {
    const { [row.site.in]: said } = values;
    const site = gateway.controller?.site ?? row.site.usual;
    return site === undefined ? said !== undefined : said === site;
  }
  if (gateway.macAuth) return row.tells.clientMac?.some((name) => values[name]) === true;
  const login = loginOf(row, values);
  const tells = login.hostIn.length > 0 ? login.hostIn : Object.values(row.tells).flat();
  return tells.some((name) => values[name]) && hasLoginAddress(login, values, gateway.loginHosts);
}

/** The parameters as they came. A make that packs them gets its pack back. */
function asSent(row: Maker, query: URLSearchParams, values: RedirectValues): RedirectValues {
  return row.unpack ? redirectValuesOf(row, query) : values;
}

/** A chilli with a shared word signs its address. If the signature is wrong, nothing of the redirect is believed. */
function provenBy({ opened, values, proof }: Reading, uamsecret: string | undefined, address?: string) {
  if (opened.gateway.vendor !== 'coova' || !uamsecret || !address || values.md === undefined) return proof;
  return isSignedByChilli(address, uamsecret) ? 'signed' : 'none';
}

function asksRadius({ opened: { gateway }, values }: Reading): boolean {
  if (gateway.macAuth) return true;
  if (gateway.controller) return passesCredentials(gateway);
  return !loginOf(makerOf(gateway), values).isWithoutRadius;
}

function passesCredentials({ vendor }: OpenedGateway['gateway']): boolean {
  return vendorRuleOf(vendor).passesCredentials === true;
}

function absent(error: unknown): undefined {
  if (error instanceof Problem && error.kind === 'not_found') return undefined;
  throw error;
}
