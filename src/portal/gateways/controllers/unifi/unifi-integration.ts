import {
  type AdmissionTerms,
  type ControlledDevice,
  type WifiController,
  ControllerProblem,
} from '../client/controller.js';
import type { ControllerAnswer, ControllerRequest, ControllerTransport } from '../client/controller-transport.js';
import { type UnifiAction, type UnifiClient, type UnifiPage, unifiRates, type UnifiSite } from './unifi.wire.js';

/** On a console with UniFi OS, and where the Network application runs by itself. */
const prefixes = ['/proxy/network/integration', '/integration'];

/** UniFi Network 9.1 and later, by an API key. */
export class UnifiIntegration implements WifiController {
  private prefix: string | undefined;
  private siteId: string | undefined;

  constructor(
    private readonly transport: ControllerTransport,
    private readonly apiKey: string,
    private readonly site: string,
  ) {}

  async admit(
    { mac }: ControlledDevice,
    { minutes: timeLimitMinutes, downKilobits, upKilobits }: AdmissionTerms,
  ): Promise<boolean> {
    const client = await this.client(mac);
    if (!client) return false;
    return this.act(client, {
      action: 'AUTHORIZE_GUEST_ACCESS',
      timeLimitMinutes,
      ...limited('rxRateLimitKbps', downKilobits),
      ...limited('txRateLimitKbps', upKilobits),
    });
  }

  async isAdmitted({ mac }: ControlledDevice): Promise<boolean> {
    const client = await this.client(mac);
    if (!client) return false;
    const { status, json } = await this.call(
      'GET',
      `${await this.sitePath()}/clients/${encodeURIComponent(client.id)}`,
    );
    return status === 200 && (json as UnifiClient).access?.authorized === true;
  }

  /**
   * A device that is away is none of the clients, and would still be let in when it is back: nothing says that it is
   * out.
   */
  async end(device: ControlledDevice): Promise<boolean> {
    const client = await this.client(device.mac);
    if (!client || !(await this.act(client, { action: 'UNAUTHORIZE_GUEST_ACCESS' }))) return false;
    return !(await this.isAdmitted(device));
  }

  async check(): Promise<string> {
    await this.sitePath();
    const most = `up to ${unifiRates.most / 1000} Mbit/s`;
    return `it takes the API key, has the site ${this.site}, and is told the speed of each guest’s group, ${most}`;
  }

  /** False: the client has left meanwhile. */
  private async act({ id }: UnifiClient, action: UnifiAction): Promise<boolean> {
    const path = `${await this.sitePath()}/clients/${encodeURIComponent(id)}/actions`;
    const { status } = await this.call('POST', path, action);
    if (status === 404) return false;
    if (status >= 300) throw new ControllerProblem('upstream_broken', `${action.action} was answered ${status}`);
    return true;
  }

  private async client(mac: string): Promise<UnifiClient | undefined> {
    const filter = new URLSearchParams({ filter: `macAddress.eq('${mac}')`, limit: '1' });
    const { status, json } = await this.call('GET', `${await this.sitePath()}/clients?${filter}`);
    if (status !== 200) throw new ControllerProblem('upstream_broken', `the list of clients was answered ${status}`);
    return (json as UnifiPage<UnifiClient>).data?.find(({ macAddress }) => macAddress?.toLowerCase() === mac);
  }

  private async sitePath(): Promise<string> {
    this.siteId ??= await this.findSite();
    return `/v1/sites/${encodeURIComponent(this.siteId)}`;
  }

  private async findSite(): Promise<string> {
    const { json } = await this.call('GET', '/v1/sites?limit=200');
    const sites = (json as UnifiPage<UnifiSite> | undefined)?.data ?? [];
    const found = sites.find(({ id, internalReference, name }) => [id, internalReference, name].includes(this.site));
    if (found) return found.id;
    const names = sites.map(({ internalReference, id }) => internalReference ?? id).join(', ');
    throw new ControllerProblem(
      'settings_invalid',
      `it has no site ${this.site}; it has: ${names.slice(0, 300) || 'none that this key may see'}`,
    );
  }

  private async call(method: ControllerRequest['method'], path: string, body?: object): Promise<ControllerAnswer> {
    for (const prefix of this.prefix === undefined ? prefixes : [this.prefix]) {
      const headers = { 'x-api-key': this.apiKey };
      const answer = await this.transport.send({ method, path: prefix + path, headers, ...(body ? { body } : {}) });
      if (answer.status === 401 || answer.status === 403)
        throw new ControllerProblem('credentials_refused', `the controller refuses the API key (${answer.status})`);
      // Where there is no such API, the console shows its page.
      if (this.prefix === undefined && (answer.status >= 300 || answer.json === undefined)) continue;
      this.prefix = prefix;
      return answer;
    }
    throw new ControllerProblem(
      'settings_invalid',
      'it has no Integration API there: that takes UniFi Network 9.1 or later; older ones take username and password',
    );
  }
}

/** Nobody gets less than the group has: a speed that it has no number for is no limit there. */
function limited(name: 'rxRateLimitKbps' | 'txRateLimitKbps', kilobits: number | null): Record<string, number> {
  if (kilobits === null || kilobits > unifiRates.most) return {};
  return { [name]: Math.max(kilobits, unifiRates.least) };
}
