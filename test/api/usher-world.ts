import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule } from '../../src/app.module.js';
import { FirstKey } from '../../src/console/keys/first-key.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { createHttpApplication } from '../../src/http/edge/http-application.js';
import type { RouteFacts } from '../../src/http/route.js';
import { Clock } from '../../src/kernel/clock.js';
import { type Log, SilentLog } from '../../src/kernel/log.js';
import type { Settings } from '../../src/kernel/settings.js';
import { servePages } from '../../src/people/web/serve-pages.js';
import { statement } from '../../src/database/database.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { type Answer, type Ask, asker } from './ask.js';

/** A route as it was registered, with what it says about itself. */
export interface Route extends RouteFacts {
  readonly method: string;
  /** With the parameters as the API document writes them: `/users/{id}`. */
  readonly path: string;
}

/**
 * The service as `npm start` composes it, on a real socket and a database of its own; nothing works in the background.
 */
export interface UsherWorld {
  readonly app: NestFastifyApplication;
  readonly port: number;
  readonly fresh: FreshDatabase;
  /** Everything that can be called, but HEAD and OPTIONS and the documentation's own files. */
  readonly routes: readonly Route[];
  readonly organizationId: string;
  /** Owner of the first organization, above all others. */
  readonly token: string;
  readonly ask: Ask;
  /** @throws unless the answer has this status */
  made(status: number, ...call: Parameters<Ask>): Promise<Answer['body']>;
  organization(name: string, parent?: string): Promise<{ id: string; token: string }>;
  /** The same service as a new organization sees it: what is asked comes from its owner, rows are its own. */
  within(name: string): Promise<UsherWorld>;
  keyWith(permissions: readonly string[], organizationId?: string): Promise<{ id: string; token: string }>;
  /** Rows of every organization. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const ownerRoleId = '00000000-0000-7000-8000-000000000101';
const ownerToken = 'owner-token-of-the-first-organization';

export async function usherWorld(
  options: {
    readonly settings?: Partial<Settings>;
    readonly log?: Log;
    /** Background work pauses no longer than this, between its rounds and after failures. */
    readonly longestPauseMilliseconds?: number;
    /** A second process on the database of another world, which closes it. */
    readonly shared?: UsherWorld;
  } = {},
): Promise<UsherWorld> {
  const fresh = options.shared?.fresh ?? (await freshDatabase());
  const settings = { ...plainSettings, ...options.settings };
  const { dataSource, database, state, url } = fresh;
  const app = await createHttpApplication(
    AppModule.with(settings, options.log ?? new SilentLog(), {
      dataSource,
      database,
      state,
      url,
      close: async () => undefined,
    }),
    settings.trustedProxies,
  );
  if (options.longestPauseMilliseconds !== undefined) shorten(app.get(Clock), options.longestPauseMilliseconds);
  // Before routes are listed: these are no part of the API.
  servePages(app);
  const routes: Route[] = [];
  (app.getHttpAdapter().getInstance() as unknown as FastifyInstance).addHook(
    'onRoute',
    ({ method, url: pattern, config }) => {
      for (const each of [method].flat()) {
        if (each === 'HEAD' || each === 'OPTIONS' || /^\/(docs|openapi|console\/assets)/.test(pattern)) continue;
        routes.push({ ...config, method: each, path: pattern.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}') });
      }
    },
  );
  await app.listen(0, '127.0.0.1');
  const organizationId = await app.get(FirstKey).bootstrap(ownerToken, 'Hotel Lindenhof');
  const { port } = app.getHttpServer().address() as { port: number };
  const ask = asker(port, ownerToken);

  const made = (status: number, ...call: Parameters<Ask>) => madeBy(ask, status, ...call);
  const keyIn = (id: string, body: object) =>
    made(201, 'POST', '/keys', { body, headers: { 'x-organization-id': id } });

  const world: UsherWorld = {
    app,
    port,
    fresh,
    routes,
    organizationId,
    token: ownerToken,
    ask: ask.call,
    made,
    organization: async (name, parent = organizationId) => {
      const { id } = await made(201, 'POST', '/organizations', {
        body: { name },
        headers: { 'x-organization-id': parent },
      });
      return { id, token: (await keyIn(id, { name: `owner of ${name}`, role_id: ownerRoleId })).token };
    },
    within: async (name) => {
      const own = await world.organization(name);
      const askOwn: Ask = (method, path, asked) => ask(method, path, { token: own.token, ...asked });
      return {
        ...world,
        organizationId: own.id,
        token: own.token,
        ask: askOwn,
        made: (status, ...call) => madeBy(askOwn, status, ...call),
        sql: (text, values = []) => database.query(systemContext(own.id, 'test'), statement('', text), values),
      };
    },
    keyWith: (permissions, id = organizationId) =>
      keyIn(id, { name: permissions.join(' ').slice(0, 200) || 'nothing', permissions }),
    sql: (text, values = []) => database.query(systemContext(everyOrganization, 'test'), statement('', text), values),
    close: async () => {
      await ask.end();
      await app.close();
      if (!options.shared) await fresh.close();
    },
  };
  return world;
}

/** The time stays what it is; only who sleeps wakes earlier. */
function shorten(clock: Clock, longestMilliseconds: number): void {
  const sleep = clock.sleep.bind(clock);
  clock.sleep = (milliseconds, signal) => sleep(Math.min(milliseconds, longestMilliseconds), signal);
}

/** A minute of requests begins: none ends within a test, and none waits for the next one. */
export function beginMinute(world: UsherWorld): void {
  const seconds = world.app.get(Clock).milliseconds() / 1000;
  moveOn(world, 60 - (seconds % 60));
}

/** What is due by then is due now. The clock goes on from there; who sleeps wakes when he would have. */
export function moveOn({ app }: UsherWorld, seconds: number): void {
  const clock = app.get(Clock);
  const now = clock.now.bind(clock);
  clock.now = () => new Date(now().getTime() + seconds * 1000);
  clock.milliseconds = () => clock.now().getTime();
  clock.instant = () => clock.now().toISOString();
}

async function madeBy(ask: Ask, status: number, ...call: Parameters<Ask>): Promise<Answer['body']> {
  const answer = await ask(...call);
  if (answer.status !== status) throw new Error(`${call[0]} ${call[1]}: ${answer.status} ${answer.text}`);
  return answer.body;
}

const plainSettings: Settings = {
  port: 0,
  host: '127.0.0.1',
  baseUrl: null,
  databaseUrl: null,
  dataDir: '',
  token: null,
  masterKeys: [Buffer.alloc(32, 7)],
  role: 'api',
  rateLimitPerMinute: 0,
  allowPrivateTargets: true,
  logLevel: 'silent',
};
