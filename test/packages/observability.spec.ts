import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { type RunningService, startService } from '../e2e/service.js';
import { isInstalled } from '../optional/is-installed.js';
import { dashboardErrors } from './grafana-types.js';
import { missingPackages, withPackagingTools } from './packaging-tools.js';

const folder = 'deploy/observability';
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: { readonly severity: string };
  readonly annotations?: { readonly runbook: string };
}
interface Target {
  readonly expr: string;
}
interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly title: string; readonly targets?: readonly Target[] }[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
}

const rules = (parse(read('usher.rules.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((each) => each.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const dashboard = JSON.parse(read('dashboard.json')) as Dashboard;

/** Every expression, wherever it stands. */
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...[...read('usher.rules.test.yaml').matchAll(/series: '(.+)'$/gm)].map(([, series = '']) => series),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.map(({ query }) => query),
];

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('of a running service', () => {
  let service: RunningService;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    service = await startService({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });

  test('every metric that rules, their tests and the dashboard name is there', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const families = new Set([...all(text, /^# TYPE (\S+) /gm), ...rules.map(({ record }) => record)]);
    const named = new Set(
      expressions.flatMap((expr) => all(expr, /(?<![\w:"])((?:job:)?(?:usher|nodejs|process)_[\w:]+)/g)),
    );
    expect(named.size).toBeGreaterThan(20);
    const isThere = (name: string) => families.has(name) || families.has(name.replace(/_(?:bucket|count|sum)$/, ''));
    expect([...named].filter((name) => !isThere(name))).toEqual([]);
    const ours = all(text, /^# TYPE (usher_\S+) /gm);
    expect(ours.filter((name) => ![...named].some((each) => each.startsWith(name)))).toEqual([]);
  });
});

test('every label that they name is one of its metric', () => {
  const sources = globSync('src/**/*metrics*.ts').map((file) => readFileSync(file, 'utf8'));
  const known = new Set([
    'job',
    'instance',
    'le',
    ...sources.flatMap((text) => all(text, /labelNames: \[([^\]]*)\]/g)).flatMap((list) => all(list, /'(\w+)'/g)),
  ]);
  const named = expressions.flatMap((expr) => [
    ...all(expr, /[{,]\s*(\w+)\s*(?:=~|!=|!~|=)\s*"/g),
    ...all(expr, /\bby \(([^)]*)\)/g).flatMap((list) => list.split(',').map((label) => label.trim())),
  ]);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((label) => !known.has(label))).toEqual([]);
});

test('every alert has its paragraph in docs/monitoring.md, a severity, and a test in which it fires', () => {
  const page = readFileSync('docs/monitoring.md', 'utf8');
  const headings = all(page, /^### (\w+)$/gm);
  expect(headings.toSorted()).toEqual(alerts.map(({ alert = '' }) => alert).toSorted());
  const critical = all(page.split('## Warnings: look today')[0] ?? '', /^### (\w+)$/gm);
  for (const { alert = '', labels, annotations } of alerts) {
    expect([alert, labels?.severity]).toEqual([alert, critical.includes(alert) ? 'critical' : 'warning']);
    expect(annotations?.runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`);
  }
  const fired = all(read('usher.rules.test.yaml'), /alertname(?:="|: )(\w+)/g);
  expect(alerts.map(({ alert = '' }) => alert).filter((alert) => !fired.includes(alert))).toEqual([]);
});

const missing = missingPackages({ promtool: 'prometheus' });
(isInstalled('What Prometheus says of its rules', missing) ? describe : describe.skip)('promtool', () => {
  const promtool = (...command: string[]) => promisify(execFile)('promtool', command, { cwd: folder });

  test('takes the rules and what it is to scrape', async () => {
    expect((await promtool('check', 'rules', 'usher.rules.yaml')).stdout).toContain('SUCCESS');
    expect((await promtool('check', 'config', 'prometheus.yaml')).stdout).toContain('SUCCESS');
  });

  test('sees each alert fire when it should, and not before', async () => {
    expect((await promtool('test', 'rules', 'usher.rules.test.yaml')).stdout).toContain('SUCCESS');
  });
});

describe('the dashboard', () => {
  test('names each panel once, and its own variables only', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const variables = new Set(['__rate_interval', ...dashboard.templating.list.map(({ name }) => name)]);
    const used = all(read('dashboard.json'), /\$\{?(\w+)/g);
    expect(used.filter((name) => !variables.has(name))).toEqual([]);
  });

  (withPackagingTools() ? test : test.skip)("is of Grafana's types, and so are the options of its panels", () => {
    expect(dashboardErrors(read('dashboard.json'))).toEqual([]);
    const wrong = read('dashboard.json').replace('"showPoints": "never"', '"showPoints": "seldom"');
    expect(dashboardErrors(wrong)).toEqual([expect.stringContaining('seldom')]);
  });
});
