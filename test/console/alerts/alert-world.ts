import { HttpModule, HttpService } from '@nestjs/axios';
import { Global, Module } from '@nestjs/common';
import { AlertsModule } from '../../../src/console/alerts/alerts.module.js';
import { Digests } from '../../../src/console/alerts/digest/digests.js';
import { MessageSender } from '../../../src/console/alerts/send/message-sender.js';
import { AlertNotifier } from '../../../src/console/alerts/notify/alert-notifier.js';
import { OperatorsModule } from '../../../src/console/operators/operators.module.js';
import { Database } from '../../../src/database/database.js';
import { type Alarm, type AlarmEvent, Alarms } from '../../../src/kernel/alarms.js';
import { AxiosHttpClient } from '../../../src/kernel/axios-http-client.js';
import { type Context, systemContext } from '../../../src/kernel/context.js';
import { HttpClient } from '../../../src/kernel/http-client.js';
import { Settings, type SmtpSettings } from '../../../src/kernel/settings.js';
import { type Answered, httpWorld, type HttpWorld, type JsonBody, type WorldOptions } from '../../http/http-world.js';
import { ManualClock } from '../../kernel/manual-clock.js';

export interface House {
  readonly id: string;
  readonly token: string;
  readonly context: Context;
}

export function smtpAt(port: number, changes: Partial<SmtpSettings> = {}): SmtpSettings {
  return {
    host: '127.0.0.1',
    port,
    isTlsFirst: false,
    tls: 'none',
    user: null,
    password: null,
    from: { name: 'Usher', address: 'alerts@usher.example' },
    timeoutSeconds: 5,
    ...changes,
  };
}

@Global()
@Module({
  imports: [HttpModule],
  providers: [
    {
      provide: HttpClient,
      useFactory: (axios: HttpService, settings: Settings) => new AxiosHttpClient(axios, settings),
      inject: [HttpService, Settings],
    },
  ],
  exports: [HttpClient],
})
class Outside {}

let worlds = 0;

/** The console with alerts on real sockets; time and rounds are the test's. */
export class AlertWorld {
  private houses = 0;

  private constructor(
    readonly http: HttpWorld,
    readonly clock: ManualClock,
  ) {}

  static async open(
    smtp: SmtpSettings | null,
    options: WorldOptions & { readonly clock?: ManualClock } = {},
  ): Promise<AlertWorld> {
    const clock = options.clock ?? new ManualClock('2026-05-14T13:00:00.000Z');
    const http = await httpWorld({
      ...options,
      clock,
      modules: [Outside, AlertsModule, OperatorsModule, ...(options.modules ?? [])],
      settings: { ...options.settings, smtp },
    });
    worlds += 1;
    return new AlertWorld(http, clock);
  }

  async house(): Promise<House> {
    this.houses += 1;
    const { id, token } = await this.http.organization(`House ${worlds}${this.houses}`);
    await this.call({ token }, 'PATCH', `/organizations/${id}`, { time_zone: 'Europe/Vienna' });
    return { id, token, context: systemContext(id, 'test') };
  }

  call(house: Pick<House, 'token'>, method: string, path: string, body?: unknown): Promise<Answered<JsonBody>> {
    return this.http.call(method, path, { token: house.token, body });
  }

  async contact(house: House, fields: object): Promise<JsonBody> {
    const answer = await this.call(house, 'POST', '/alert-contacts', {
      name: `Contact ${Math.floor(performance.now() * 1000)}`,
      ...fields,
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  }

  async raise({ context }: House, ...alarms: Alarm[]): Promise<void> {
    await this.http.app
      .get(Database)
      .transaction(context, (inside) => this.http.app.get(Alarms, { strict: false }).raise(inside, alarms));
  }

  async end({ context }: House, event: AlarmEvent, ...ids: string[]): Promise<void> {
    await this.http.app
      .get(Database)
      .transaction(context, (inside) => this.http.app.get(Alarms, { strict: false }).end(inside, [event], ids));
  }

  /** Lets `seconds` pass, then everybody works once and what is sent arrives or fails. */
  async pass(seconds = 6): Promise<void> {
    await this.clock.advance(seconds);
    await this.http.app.get(AlertNotifier).round(new AbortController().signal);
    await this.http.app.get(Digests).round(new AbortController().signal);
    await this.send();
  }

  async send(): Promise<void> {
    const sender = this.http.app.get(MessageSender);
    await sender.round();
    await sender.settled();
  }

  async alerts(house: House): Promise<JsonBody[]> {
    return (await this.call(house, 'GET', '/alerts')).body._embedded.alerts;
  }

  async messages(house: House, contactId: string): Promise<JsonBody[]> {
    return (await this.call(house, 'GET', `/alert-contacts/${contactId}/messages`)).body._embedded.messages;
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

/** A quarantined connection with this number. */
export function quarantined(number = 1, changes: Partial<Alarm> = {}): Alarm {
  return {
    event: 'connection.quarantined',
    subjectId: subjectId(number),
    subjectName: `Front desk ${number}`,
    state: 'credentials_refused',
    detail: 'The outside system refuses the key',
    facts: { code: 'credentials_refused' },
    ...changes,
  };
}

export function subjectId(number: number): string {
  return `0190a0b0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
