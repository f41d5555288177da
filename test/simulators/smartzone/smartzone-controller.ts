import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SmallNas } from '../../portal/gateways/small-nas.js';

type Words = Readonly<Record<string, string>>;

/**
 * SmartZone on a real socket, as the maker's guide of its northbound portal interface describes it: names devices
 * encrypted, asks RADIUS with the credential of a Login, and its access point opens some time after that.
 */
export class SmartZoneController {
  readonly password = 'a northbound password';
  /** How many Status requests an access point needs to open. */
  opensAfter = 1;
  readonly heard: Words[] = [];
  private readonly key = randomBytes(16);
  private readonly asked = new Map<string, number>();
  /** Devices that are at its access points. */
  private readonly present = new Set<string>();

  private constructor(
    private readonly server: Server,
    private readonly nas: SmallNas,
  ) {
    server.on('request', (request, response) => {
      void (async () => {
        let text = '';
        for await (const part of request) text += String(part);
        const answer = request.url === '/portalintf' ? await this.answer(JSON.parse(text) as Words) : undefined;
        response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
        response.end(answer ? JSON.stringify({ Vendor: 'ruckus', APIVersion: '1.0', ...answer }) : 'Not found');
      })();
    });
  }

  static async open(nas: SmallNas): Promise<SmartZoneController> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new SmartZoneController(server, nas);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What the redirect of a guest carries, with the device encrypted as it is by default. */
  redirect(mac: string, isEncrypted = true): URLSearchParams {
    this.present.add(mac);
    return new URLSearchParams({
      nbiIP: '10.7.0.1',
      client_mac: isEncrypted ? this.encrypted(mac) : mac,
      uip: this.encrypted('10.7.0.9'),
      ssid: 'Guest',
      wlanName: 'Guest WLAN',
      zoneName: 'Lobby zone',
      mac: '00:11:22:33:44:55',
      url: 'http://example.com/',
      proxy: '0',
    });
  }

  encrypted(text: string): string {
    const cipher = createCipheriv('aes-128-ecb', this.key, null);
    return `ENC${cipher.update(text, 'utf8', 'hex')}${cipher.final('hex')}`;
  }

  private plain(text: string): string | undefined {
    if (!text.startsWith('ENC')) return text;
    try {
      const decipher = createDecipheriv('aes-128-ecb', this.key, null);
      return decipher.update(text.slice(3), 'hex', 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }

  private async answer(words: Words): Promise<object> {
    this.heard.push(words);
    if (words.Vendor !== 'ruckus' || words.APIVersion !== '1.0')
      return { ResponseCode: 302, ReplyMessage: 'Bad request' };
    if (words.RequestPassword !== this.password) return { ResponseCode: 306, ReplyMessage: 'Wrong request password' };
    if (words.RequestType === 'Decrypt') {
      const plain = this.plain(words.Data);
      return plain === undefined ? { ResponseCode: 302 } : { ResponseCode: 200, ReplyMessage: 'OK', Data: plain };
    }
    const mac = this.plain(words['UE-MAC']) ?? '';
    if (!this.present.has(mac)) return { ResponseCode: 300, ReplyMessage: 'Not found' };
    return words.RequestType === 'Login' ? this.login(mac, words) : this.status(mac);
  }

  private async login(mac: string, words: Words): Promise<object> {
    if (this.nas.sessions.has(mac)) return { ResponseCode: 101, ReplyMessage: 'Client authorized' };
    const username = words['UE-Username'];
    const heard = await this.nas.authenticate(mac, username, words['UE-Password']);
    if (heard.packet === null) return { ResponseCode: 401, ReplyMessage: 'Radius server error' };
    if (heard.packet !== 'Access-Accept') return { ResponseCode: 301, ReplyMessage: 'Login failed' };
    await this.nas.begin(mac, username, heard);
    this.asked.set(mac, 0);
    return { ResponseCode: 201, ReplyMessage: 'Login succeeded' };
  }

  private status(mac: string): object {
    const times = (this.asked.get(mac) ?? 0) + 1;
    this.asked.set(mac, times);
    return this.nas.sessions.has(mac) && times > this.opensAfter
      ? { ResponseCode: 101, ReplyMessage: 'Client authorized' }
      : { ResponseCode: 100, ReplyMessage: 'Client unauthorized' };
  }
}
