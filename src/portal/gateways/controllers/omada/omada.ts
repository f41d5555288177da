import type { ControllerSettings } from '../../../../console/gateways/controller-settings.js';
import type { Clock } from '../../../../kernel/clock.js';
import { macDigits } from '../../../../kernel/mac-address.js';
import {
  type AdmissionTerms,
  type ControlledDevice,
  ControllerProblem,
  type WifiController,
} from '../client/controller.js';
import { cookiesSet, type ControllerTransport } from '../client/controller-transport.js';
import {
  type OmadaAnswer,
  type OmadaAuth,
  type OmadaClients,
  type OmadaHotspotClient,
  type OmadaInfo,
  type OmadaToken,
  omadaWithSpeeds,
} from './omada.wire.js';

interface Session {
  readonly cookie: string;
  readonly token: string;
}

const thousand = 1000;

/** Omada Controller 5.0.15 and later, by the name and password of a hotspot operator. */
export class Omada implements WifiController {
  private session: Promise<Session> | undefined;
  private controllerId: string | undefined;
  /** As it said at the last login. */
  private version: string | undefined;
  /** Of the time that auth is told: how many make a millisecond. */
  private unitsInMillisecond = 1;

  constructor(
    private readonly transport: ControllerTransport,
    private readonly credentials: { readonly name: string; readonly password: string },
    private readonly settings: ControllerSettings,
    private readonly clock: Clock,
  ) {}

  /** What it was told is read back: where the device is in for a thousandth of the time, it counts in microseconds. */
  async admit(device: ControlledDevice, terms: AdmissionTerms): Promise<boolean> {
    const { minutes } = terms;
    await this.authorize(device, terms);
    const client = await this.client(device);
    if (!client?.end || this.unitsInMillisecond !== 1) return true;
    if (client.end - this.clock.milliseconds() > (minutes * 60_000) / 2) return true;
    this.unitsInMillisecond = thousand;
    await this.authorize(device, terms);
    return true;
  }

  async isAdmitted(device: ControlledDevice): Promise<boolean> {
    return (await this.client(device)) !== undefined;
  }

  async end(device: ControlledDevice): Promise<boolean> {
    const client = await this.client(device);
    if (!client) return true;
    const path = `/hotspot/sites/${this.site(device)}/cmd/clients/${encodeURIComponent(client.id)}/disconnect`;
    await this.call('POST', path, {});
    return (await this.client(device)) === undefined;
  }

  async check(): Promise<string> {
    await this.opened();
    const taken = `controller ${this.controllerId} takes the operator's name and password`;
    if (this.takesSpeeds) return `${taken}, and is told the speed of each guest’s group`;
    const why = `version ${this.version ?? 'unknown'}; they are from version ${omadaWithSpeeds.join('.')} on`;
    return `${taken}; it takes no speeds (${why}), so all tiers are equally fast`;
  }

  private async authorize(
    { mac, arrival }: ControlledDevice,
    { minutes, downKilobits: down, upKilobits: up }: AdmissionTerms,
  ): Promise<void> {
    const { clientMac, clientIp, apMac, ssidName, radioId, gatewayMac, vid, site } = arrival;
    // The login asks for the version.
    await this.opened();
    const about: OmadaAuth = {
      clientMac: clientMac ?? mac.toUpperCase().replaceAll(':', '-'),
      ...(clientIp === undefined ? {} : { clientIp, originUrl: '' }),
      ...(this.takesSpeeds && down !== null ? { downloadRateLimitKbps: down } : {}),
      ...(this.takesSpeeds && up !== null ? { uploadRateLimitKbps: up } : {}),
      ...(gatewayMac === undefined
        ? { apMac, ssidName, ...numbered('radioId', radioId) }
        : { gatewayMac, ...numbered('vid', vid) }),
      site: site ?? this.settings.site ?? '',
      time: minutes * 60_000 * this.unitsInMillisecond,
      authType: 4,
    };
    await this.call('POST', '/hotspot/extPortal/auth', about);
  }

  private get takesSpeeds(): boolean {
    const parts = (this.version ?? '').split('.').map(Number);
    const different = omadaWithSpeeds.findIndex((part, place) => parts[place] !== part);
    return different < 0 || parts[different] > omadaWithSpeeds[different];
  }

  /** While it is let in. */
  private async client(device: ControlledDevice): Promise<OmadaHotspotClient | undefined> {
    const written = device.mac.toUpperCase().replaceAll(':', '-');
    const query = new URLSearchParams({ currentPage: '1', currentPageSize: '100', searchKey: written });
    const { data = [] } = await this.call<OmadaClients>('GET', `/hotspot/sites/${this.site(device)}/clients?${query}`);
    const digits = macDigits(device.mac);
    return data.find(
      ({ mac, end = 0 }) => mac !== undefined && macDigits(mac) === digits && end > this.clock.milliseconds(),
    );
  }

  private site({ arrival }: ControlledDevice): string {
    return encodeURIComponent(this.settings.site ?? arrival.site ?? '');
  }

  /** Once more after a new login: an operator's session lasts half an hour. */
  private async call<Result = object>(method: 'GET' | 'POST', path: string, body?: object): Promise<Result> {
    for (const isLast of [false, true]) {
      const opened = this.opened();
      const { cookie, token } = await opened;
      const { status, json } = await this.transport.send({
        method,
        path: `/${encodeURIComponent(this.controllerId ?? '')}/api/v2${path}`,
        headers: { cookie, 'csrf-token': token },
        ...(body ? { body } : {}),
      });
      const { errorCode, msg, result } = (json ?? {}) as OmadaAnswer<Result>;
      if (status < 300 && errorCode === 0) return result ?? ({} as Result);
      if (this.session === opened) this.session = undefined;
      if (isLast)
        throw new ControllerProblem(
          'upstream_broken',
          `${path.split('?', 1)[0]} was answered ${status} ${errorCode ?? ''} ${msg ?? ''}`.trim(),
        );
    }
    throw new ControllerProblem('upstream_broken', 'the controller answers nothing that can be read');
  }

  private opened(): Promise<Session> {
    const opened = (this.session ??= this.login());
    opened.catch(() => {
      if (this.session === opened) this.session = undefined;
    });
    return opened;
  }

  private async login(): Promise<Session> {
    const { omadacId, controllerVer } = await this.info();
    this.version = controllerVer;
    this.controllerId = this.settings.controller_id ?? omadacId;
    if (!this.controllerId)
      throw new ControllerProblem('settings_invalid', 'it does not say its id: set controller.controller_id');
    const path = `/${encodeURIComponent(this.controllerId)}/api/v2/hotspot/login`;
    const { status, headers, json } = await this.transport.send({ method: 'POST', path, body: this.credentials });
    const { errorCode, msg, result } = (json ?? {}) as OmadaAnswer<OmadaToken>;
    if (json === undefined)
      throw new ControllerProblem('settings_invalid', `there is no login of an Omada controller there (${status})`);
    if (errorCode !== 0 || !result?.token)
      throw new ControllerProblem(
        'credentials_refused',
        `the controller refuses the operator's name and password (${errorCode ?? status} ${msg ?? ''})`.trim(),
      );
    const cookies = [...cookiesSet(headers)].map(([name, value]) => `${name}=${value}`);
    return { cookie: cookies.join('; '), token: result.token };
  }

  /** At each login: a controller may have been updated since the last. */
  private async info(): Promise<OmadaInfo> {
    const { json } = await this.transport.send({ method: 'GET', path: '/api/info' });
    return ((json ?? {}) as OmadaAnswer<OmadaInfo>).result ?? {};
  }
}

/** Values of a redirect are text; what is no number is left out. */
function numbered(name: 'radioId' | 'vid', value: string | undefined): Record<string, number> {
  return value !== undefined && /^\d{1,9}$/.test(value) ? { [name]: Number(value) } : {};
}
