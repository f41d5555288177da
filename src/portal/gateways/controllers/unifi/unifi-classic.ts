import {
  type AdmissionTerms,
  type ControlledDevice,
  type WifiController,
  ControllerProblem,
} from '../client/controller.js';
import { cookiesSet, type ControllerTransport } from '../client/controller-transport.js';
import { loginRequired, type UnifiClassicAnswer, type UnifiCommand, unknownStation } from './unifi.wire.js';

interface Session {
  /** Before every path: the Network application of a console with UniFi OS is behind a proxy. */
  readonly prefix: string;
  readonly cookie: string;
  readonly csrfToken: string | undefined;
}

/** UniFi Network before its Integration API, by a local administrator's name and password. */
export class UnifiClassic implements WifiController {
  private session: Promise<Session> | undefined;

  constructor(
    private readonly transport: ControllerTransport,
    private readonly credentials: { readonly username: string; readonly password: string },
    private readonly site: string,
  ) {}

  /** Without `minutes` it would be eight hours; with `ap_mac` the access point hears of it sooner. */
  async admit(
    { mac, arrival }: ControlledDevice,
    { minutes, downKilobits: down, upKilobits: up }: AdmissionTerms,
  ): Promise<boolean> {
    return this.command({
      cmd: 'authorize-guest',
      mac,
      minutes,
      ...(down === null ? {} : { down }),
      ...(up === null ? {} : { up }),
      ...(arrival.ap ? { ap_mac: arrival.ap } : {}),
    });
  }

  async isAdmitted({ mac }: ControlledDevice): Promise<boolean> {
    const answer = await this.call('GET', `/stat/sta/${encodeURIComponent(mac)}`);
    return answer.data?.at(0)?.authorized === true;
  }

  /** By its address, so a device that is away is out, too. */
  async end(device: ControlledDevice): Promise<boolean> {
    await this.command({ cmd: 'unauthorize-guest', mac: device.mac });
    return !(await this.isAdmitted(device));
  }

  async check(): Promise<string> {
    await this.call('GET', '/self');
    return `it takes name and password, has the site ${this.site}, and is told the speed of each guest’s group`;
  }

  private async command(command: UnifiCommand): Promise<boolean> {
    const { meta } = await this.call('POST', '/cmd/stamgr', command);
    return meta?.rc === 'ok';
  }

  /** Once more after a new login where the session was over. */
  private async call(method: 'GET' | 'POST', path: string, body?: object): Promise<UnifiClassicAnswer> {
    return (await this.tried(method, path, body)) ?? (await this.tried(method, path, body)) ?? this.refused();
  }

  private async tried(method: 'GET' | 'POST', path: string, body?: object): Promise<UnifiClassicAnswer | undefined> {
    const opened = (this.session ??= this.login());
    const { prefix, cookie, csrfToken } = await opened.catch((error: unknown) => {
      if (this.session === opened) this.session = undefined;
      throw error;
    });
    const { status, json } = await this.transport.send({
      method,
      path: `${prefix}/api/s/${encodeURIComponent(this.site)}${path}`,
      headers: { cookie, ...(csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }) },
      ...(body ? { body } : {}),
    });
    const answer = (json ?? {}) as UnifiClassicAnswer;
    if (status === 401 || status === 403 || answer.meta?.msg === loginRequired) {
      if (this.session === opened) this.session = undefined;
      return undefined;
    }
    const message = answer.meta?.msg;
    if (message === 'api.err.NoSiteContext')
      throw new ControllerProblem('settings_invalid', `it has no site ${this.site}, or this account may not see it`);
    if (answer.meta === undefined || (status >= 300 && message !== unknownStation))
      throw new ControllerProblem('upstream_broken', `${path} was answered ${status} ${message ?? ''}`.trim());
    return answer;
  }

  private refused(): never {
    throw new ControllerProblem('credentials_refused', 'the controller takes the login, and then refuses its session');
  }

  /** UniFi OS first; an application that runs by itself has no such address. */
  private async login(): Promise<Session> {
    const ways = [
      { path: '/api/auth/login', prefix: '/proxy/network' },
      { path: '/api/login', prefix: '' },
    ];
    for (const { path, prefix } of ways) {
      const { status, headers, json } = await this.transport.send({ method: 'POST', path, body: this.credentials });
      if (status === 404 || (status >= 300 && json === undefined && path !== '/api/login')) continue;
      if (status >= 300)
        throw new ControllerProblem('credentials_refused', `the controller refuses name and password (${status})`);
      const cookies = cookiesSet(headers);
      return {
        prefix,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        csrfToken: headers['x-csrf-token'] ?? headers['x-updated-csrf-token'] ?? cookies.get('csrf_token'),
      };
    }
    throw new ControllerProblem('settings_invalid', 'there is no login of UniFi Network at this address');
  }
}
