import { HttpService } from '@nestjs/axios';
import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import axios from 'axios';
import { FirstKey } from '../../src/console/keys/first-key.js';
import { KeysModule } from '../../src/console/keys/keys.module.js';
import { OrganizationsModule } from '../../src/console/organizations/organizations.module.js';
import { RolesModule } from '../../src/console/roles/roles.module.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { createHttpApplication } from '../../src/http/edge/http-application.js';
import { HttpEdgeModule } from '../../src/http/edge/http.module.js';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import { Chance, SystemChance } from '../../src/kernel/chance.js';
import { Clock, SystemClock } from '../../src/kernel/clock.js';
import { HttpClient } from '../../src/kernel/http-client.js';
import { Ids, RandomIds } from '../../src/kernel/ids.js';
import { Log, SilentLog } from '../../src/kernel/log.js';
import { Reach } from '../../src/kernel/reach.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { SmtpMail } from '../../src/kernel/sending/smtp-mail.js';
import { Settings } from '../../src/kernel/settings.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';

type AnyModule = Type | DynamicModule;

export interface WorldOptions {
  /** Beside the edge, keys, roles and organizations, which are always there. */
  readonly modules?: readonly AnyModule[];
  readonly settings?: Partial<Settings>;
  readonly clock?: Clock;
  readonly log?: Log;
  /** A second replica on the database of another world; the one who made it closes it. */
  readonly shared?: HttpWorld;
}

export interface CallOptions {
  /** Sent as JSON; a string or Buffer as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The owner's when absent; null: none. */
  readonly token?: string | null;
}

/** A JSON answer; tests read it by field names. */
export interface Answered<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields it expects
export type JsonBody = any;

/** The real service edge on a real socket and a fresh database, with an owner's key. */
export interface HttpWorld {
  readonly url: string;
  readonly app: NestFastifyApplication;
  readonly fresh: FreshDatabase;
  /** Owner key of the first organization. */
  readonly token: string;
  readonly organizationId: string;
  call<Body = JsonBody>(method: string, path: string, options?: CallOptions): Promise<Answered<Body>>;
  /** Makes an organization beneath (the first one, or `parent`) and an owner key of it. */
  organization(name: string, parent?: string): Promise<{ id: string; token: string }>;
  /** Makes a key with exactly these permissions. */
  keyWith(...permissions: string[]): Promise<{ id: string; token: string }>;
  close(): Promise<void>;
}

export const ownerRoleId = '00000000-0000-7000-8000-000000000101';

export async function httpWorld(options: WorldOptions = {}): Promise<HttpWorld> {
  const fresh = options.shared?.fresh ?? (await freshDatabase());
  const app = await createHttpApplication(rootModule(fresh, options), options.settings?.trustedProxies);
  await app.listen(0, '127.0.0.1');
  const token = 'owner-token-of-the-first-organization';
  const organizationId = await app.get(FirstKey).bootstrap(token, 'Hotel Lindenhof');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');

  const call = async (
    method: string,
    path: string,
    { body, headers = {}, token: other = token }: CallOptions = {},
  ): Promise<Answered<JsonBody>> => {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(other === null ? {} : { authorization: `Bearer ${other}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
  };

  const made = async (answer: Answered<JsonBody>): Promise<JsonBody> => {
    if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.body;
  };

  return {
    url,
    app,
    fresh,
    token,
    organizationId,
    call,
    organization: async (name, parent = organizationId) => {
      const { id } = await made(
        await call('POST', '/organizations', { body: { name }, headers: { 'x-organization-id': parent } }),
      );
      const key = await made(
        await call('POST', '/keys', {
          body: { name: `owner of ${name}`, role_id: ownerRoleId },
          headers: { 'x-organization-id': id },
        }),
      );
      return { id, token: key.token };
    },
    keyWith: async (...permissions) =>
      made(
        await call('POST', '/keys', { body: { name: permissions.join(' ').slice(0, 200) || 'nothing', permissions } }),
      ),
    close: async () => {
      await app.close();
      if (!options.shared) await fresh.close();
    },
  };
}

function rootModule(
  fresh: FreshDatabase,
  { modules = [], settings = {}, clock = new SystemClock(), log = new SilentLog() }: WorldOptions,
): AnyModule {
  const chance = new SystemChance();
  const ground = [
    { provide: Clock, useValue: clock },
    { provide: SmtpMail, useClass: SmtpMail },
    { provide: Ids, useValue: new RandomIds(clock) },
    { provide: Chance, useValue: chance },
    { provide: Secrets, useValue: new Secrets([Buffer.alloc(32, 7)], chance) },
    { provide: Log, useValue: log },
    { provide: Settings, useValue: { ...plainSettings, ...settings } },
    { provide: Reach, useValue: new Reach({ ...plainSettings, ...settings }) },
    {
      provide: HttpClient,
      useValue: new AxiosHttpClient(new HttpService(axios.create()), { ...plainSettings, ...settings }),
    },
  ];

  @Global()
  @Module({ providers: ground, exports: ground.map(({ provide }) => provide) })
  class Ground {}

  @Module({
    imports: [
      Ground,
      DatabaseModule.with(fresh),
      HttpEdgeModule,
      KeysModule,
      RolesModule,
      OrganizationsModule,
      ...modules,
    ],
  })
  class World {}

  return World;
}

const plainSettings: Settings = {
  port: 0,
  host: '127.0.0.1',
  baseUrl: null,
  databaseUrl: null,
  dataDir: '',
  token: null,
  masterKeys: [],
  role: 'all',
  rateLimitPerMinute: 0,
  allowPrivateTargets: true,
  logLevel: 'silent',
};
