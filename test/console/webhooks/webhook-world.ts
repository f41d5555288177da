import { HttpModule, HttpService } from '@nestjs/axios';
import { Global, Module } from '@nestjs/common';
import { Dispatcher } from '../../../src/console/webhooks/dispatch/dispatcher.js';
import { Events } from '../../../src/console/events/events.js';
import type { ConsoleEvent } from '../../../src/console/events/event-types.js';
import { exampleEvents } from '../../../src/console/events/event-examples.js';
import { Sender } from '../../../src/console/webhooks/send/sender.js';
import { WebhooksModule } from '../../../src/console/webhooks/webhooks.module.js';
import { AxiosHttpClient } from '../../../src/kernel/axios-http-client.js';
import { systemContext } from '../../../src/kernel/context.js';
import { HttpClient } from '../../../src/kernel/http-client.js';
import { Reach } from '../../../src/kernel/reach.js';
import { type Answered, httpWorld, type HttpWorld, type JsonBody, type WorldOptions } from '../../http/http-world.js';
import { eventually } from '../../kernel/manual-clock.js';

export interface House {
  readonly id: string;
  readonly token: string;
}

/** The console with webhooks and what works for them, on real sockets. */
export class WebhookWorld {
  private houses = 0;

  private constructor(readonly http: HttpWorld) {}

  static async open(options: WorldOptions & { readonly allowPrivateTargets?: boolean } = {}): Promise<WebhookWorld> {
    const { allowPrivateTargets = true } = options;
    const http = await httpWorld({
      ...options,
      modules: [outside(allowPrivateTargets), WebhooksModule, ...(options.modules ?? [])],
      settings: { ...options.settings, allowPrivateTargets },
    });
    return new WebhookWorld(http);
  }

  get works(): readonly { start(): void; stop(): Promise<void> }[] {
    return [this.http.app.get(Dispatcher), this.http.app.get(Sender)];
  }

  start(): void {
    for (const work of this.works) work.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.works.map((work) => work.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.http.close();
  }

  house(): Promise<House> {
    this.houses += 1;
    return this.http.organization(`House ${this.houses}`);
  }

  call(house: House, method: string, path: string, body?: unknown): Promise<Answered<JsonBody>> {
    return this.http.call(method, path, { token: house.token, body });
  }

  async webhook(house: House, url: string, more: object = {}): Promise<JsonBody> {
    const { status, text, body } = await this.call(house, 'POST', '/webhooks', { url, ...more });
    if (status !== 201) throw new Error(text);
    return body;
  }

  /** In one transaction; their ids. */
  emit(house: House, ...events: ConsoleEvent[]): Promise<string[]> {
    const { database } = this.http.fresh;
    return database.transaction(systemContext(house.id, 'test'), (inside) =>
      this.http.app.get(Events).emitMany(inside, events),
    );
  }

  connected(house: House, name = 'anna'): Promise<string[]> {
    return this.emit(house, { ...exampleEvents['device.connected'], user: { username: name, authMethod: 'PEAP' } });
  }

  async deliveries(house: House, webhookId: string, query = ''): Promise<JsonBody[]> {
    const { status, text, body } = await this.call(
      house,
      'GET',
      `/webhooks/${webhookId}/deliveries?page_size=100${query}`,
    );
    if (status !== 200) throw new Error(text);
    return body._embedded.deliveries;
  }

  /** Waits until the only delivery of the webhook is like this. */
  async until(house: House, webhookId: string, what: string, isSo: (delivery: JsonBody) => boolean): Promise<JsonBody> {
    let last: JsonBody;
    await eventually(what, async () => {
      [last] = await this.deliveries(house, webhookId);
      return last !== undefined && isSo(last);
    });
    return last;
  }

  async read(house: House, webhookId: string): Promise<JsonBody> {
    return (await this.call(house, 'GET', `/webhooks/${webhookId}`)).body;
  }
}

/** The way out, as the kernel provides it. */
function outside(allowPrivateTargets: boolean) {
  const providers = [
    { provide: Reach, useFactory: () => new Reach({ allowPrivateTargets }) },
    {
      provide: HttpClient,
      useFactory: (axios: HttpService) => new AxiosHttpClient(axios, { allowPrivateTargets }),
      inject: [HttpService],
    },
  ];

  @Global()
  @Module({ imports: [HttpModule], providers, exports: [Reach, HttpClient] })
  class Outside {}

  return Outside;
}
