import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { eventually } from '../kernel/manual-clock.js';
import { type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';

/** What the frame asks for on every page. */
const ofTheFrame = /\/(console|sessions|setup|organizations|preferences|live)\b/;

/** By address: what its page shows first. `$c`, `$p`: a connection and a portal. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/now': ['GET /overview'],
  '/connections': ['GET /connections'],
  '/connections/new': ['GET /connectors'],
  '/connections/$c': ['GET /connections/$c', 'GET /connections/$c/health'],
  '/connections/$c/access': ['GET /connections/$c', 'POST /connections/$c/access/preview'],
  '/connections/$c/mapping': ['GET /connections/$c'],
  '/connections/$c/set-up': ['GET /connections/$c'],
  '/connections/$c/messages': ['GET /connections/$c', 'GET /connections/$c/events'],
  '/connections/$c/files': ['GET /connections/$c', 'GET /connections/$c/files'],
  '/portals/$p': ['GET /captive-portals/$p'],
  '/reports': ['GET /reports'],
  '/reports/110': ['GET /reports', 'GET /reports/tasks'],
};

inBrowser('what a page shows first', () => {
  let world: ConsoleWorld;
  let page: ConsolePage;
  let asked: string[] = [];
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
    const made = async (path: string, body: object) => (await world.made(201, 'POST', path, { body })).id as string;
    const settings = { time_zone: 'Europe/Vienna' };
    ids.$c = await made('/connections', { name: 'Staff', connector: 'csv', enabled: false, settings });
    const networkId = await made('/networks', { name: 'Lobby', ssid: 'Lobby' });
    const portal = { name: 'Lobby', slug: 'lobby', network_id: networkId, methods: ['terms_only'] };
    ids.$p = await made('/captive-portals', portal);
    page = await world.signedIn('anna@example.com');
    // What was read is read again when the stream of changes has come.
    await page.route(/\/live\?/, (route) => route.abort());
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'fetch' && !ofTheFrame.test(pathname))
        asked.push(`${request.method()} ${pathname}`);
    });
  });
  afterAll(() => world?.close());

  const named = (path: string) => path.replace(/\$\w/, (name) => ids[name]!);

  test.each(Object.keys(pages))('%s: is asked for before it is known who is signed in, and once', async (path) => {
    asked = [];
    const held: Route[] = [];
    await page.route('**/sessions/current', (route) => void held.push(route), { times: 1 });
    await page.goto(`http://127.0.0.1:${world.port}/console${named(path)}`);
    const first = pages[path]!.map(named);
    await eventually('it is asked for', () => first.every((each) => asked.includes(each)));
    expect(held).toHaveLength(1);
    await held[0]!.continue();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((each, at) => asked.indexOf(each) !== at)).toEqual([]);
  });
});
