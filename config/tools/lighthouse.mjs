#!/usr/bin/env node
// node config/tools/lighthouse.mjs LINK [part of an address…]: what Lighthouse says of each page of the console.
// LINK is the one that `npm run demo` prints, which signs in. Lighthouse is no dependency of the project: LIGHTHOUSE
// names the folder in which `npm install lighthouse` was run, CHROMIUM the browser, CATEGORIES those that are judged
// (on a busy machine performance says nothing, and takes most of the time).
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [link, ...parts] = process.argv.slice(2);
const { LIGHTHOUSE: folder, CHROMIUM: executablePath = '/usr/bin/chromium' } = process.env;
if (!link || !folder) {
  console.error('LIGHTHOUSE=/folder/of/its/npm/install node config/tools/lighthouse.mjs LINK [part of an address…]');
  process.exit(2);
}
const required = createRequire(path.join(folder, 'package.json')).resolve('lighthouse');
const { default: lighthouse, desktopConfig } = await import(pathToFileURL(required).href);

const least = { performance: 95, accessibility: 100, 'best-practices': 100 };
const categories = process.env.CATEGORIES?.split(',') ?? Object.keys(least);
const port = 9_333;
const profile = mkdtempSync(path.join(tmpdir(), 'usher-lighthouse-'));
const args = ['--no-sandbox', `--remote-debugging-port=${port}`];
const context = await chromium.launchPersistentContext(profile, { executablePath, args, headless: true });
let isGood = true;
try {
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button').first().click();
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
  for (const address of await addressesFor(page)) {
    const url = new URL(address, link).href;
    // It empties the browser's cache before each page, and leaves the session's cookie.
    const { lhr } = await lighthouse(url, { port, onlyCategories: categories }, desktopConfig);
    const scores = categories.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100));
    const found = Object.values(lhr.audits)
      .filter(({ id, score, errorMessage }) => (errorMessage || (score !== null && score < 1)) && weighs(lhr, id))
      .map(({ id, errorMessage }) => (errorMessage ? `${id} (${errorMessage})` : id));
    isGood &&= categories.every((name, at) => scores[at] >= least[name]);
    console.log([...scores, `load ${loadavg()[0].toFixed(1)}`, address, ...found].join('  '));
  }
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);

/** What counts for a score. */
function weighs({ categories: all }, id) {
  return categories.some((name) => all[name].auditRefs.some((each) => each.id === id && each.weight > 0));
}

/** Every page, with an example of what stands for `$id`, where the service has one. */
async function addressesFor(page) {
  const examples = {
    '/connections': ['/connections?sort=name:asc', 'connections'],
    '/people': ['/guests', 'guests'],
    '/runs': ['/runs', 'runs'],
    '/portals': ['/captive-portals', 'captive_portals'],
    '/logins': ['/reports/13', 'rows', 'login_id'],
    '/reports': ['/reports', 'reports'],
  };
  const headers = { 'x-usher-console': '1' };
  const pages = 'web/src/pages';
  const routes = readdirSync(pages, { withFileTypes: true }).filter((each) => each.isDirectory());
  const addresses = ['/desk/', '/console/sign-in'];
  for (const { name } of routes) {
    const route = /path: '([^']+)'/.exec(readFileSync(`${pages}/${name}/route.ts`, 'utf8'))?.[1] ?? '';
    const [list, key, id = 'id'] = examples[/^\/[a-z-]+/.exec(route)?.[0]] ?? [];
    const ask = ([from, sent]) => fetch(from, { headers: sent }).then((answer) => answer.json());
    const first = route.includes('$id') && (await page.evaluate(ask, [list, headers]))._embedded[key][0];
    if (route && first !== undefined) addresses.push(`/console${route.replace('$id', first?.[id] ?? '')}`);
  }
  return addresses.filter((address) => parts.length === 0 || parts.some((each) => address.includes(each)));
}
