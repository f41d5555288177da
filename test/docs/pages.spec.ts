import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { eventTypes } from '../../src/console/events/event-types.js';
import { alarmEvents } from '../../src/kernel/alarms.js';
import { factTypes } from '../../src/provisioning/facts/fact-types.js';
import { snakeCased } from '../../src/provisioning/facts/facts.js';
import { commandVariables, settingVariables } from '../../src/settings/load-settings.js';

/** What the pages name is compared with what there is. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md'),
  ...globSync('src/**/README.md'),
  ...globSync('deploy/**/*.md'),
];
const textOf = (page: string) => readFileSync(page, 'utf8');
const allText = pages.map((page) => textOf(page)).join('\n');
const guides = pages.filter((page) => page !== 'CHANGELOG.md');

function allOf(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found]) => found ?? ''))].toSorted();
}

/** GitHub's: lower case, without punctuation, blanks as hyphens. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every link of %s leads somewhere', (page) => {
  const broken = allOf(textOf(page).replaceAll(/^```[\s\S]*?^```/gm, ''), /\]\(([^)\s]+)\)/g).filter((link) => {
    if (/^https?:/.test(link)) return !URL.canParse(link);
    const [file, anchor] = link.split('#');
    const target = file ? path.join(path.dirname(page), file) : page;
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('every page of docs is reached from the README', () => {
  const linked = allOf(textOf('README.md'), /\]\(([^)\s]+)\)/g);
  expect(globSync('docs/*.md').filter((page) => !linked.some((link) => link.split('#')[0] === page))).toEqual([]);
});

test.each([
  ['README.md', 'git clone '],
  ['README.md', 'choose PEAP with MSCHAPv2'],
  ['docs/operations.md', 'DELETE /connections/{id}?accounts='],
  ['docs/remote-console.md', '"console": "remote"'],
  ['src/connectors/pms/mews/README.md', '"site": '],
])('%s says %j', (page, words) => {
  expect(textOf(page)).toContain(words);
});

test('every source file that the pages name exists', () => {
  const files = globSync('{src,test,bench,config,deploy,web}/**/*.{ts,tsx,sql,eta,mjs}', {
    exclude: ['**/node_modules/**'],
  });
  const ends = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))));
  const named = guides.flatMap((page) =>
    allOf(
      textOf(page).replaceAll(/^```[\s\S]*?^```/gm, ''),
      /`((?:[\w@-][\w.@-]*\/)*[\w.@-]+\.(?:ts|tsx|sql|eta|mjs))`/g,
    ).map((file) => ({ page, file })),
  );
  expect(named.length).toBeGreaterThan(100);
  // Beside a README, and in the folder that a page speaks of, a name stands without its folders.
  expect(named.filter(({ file }) => !ends.has(file))).toEqual([]);
});

test('config/default.yaml explains every setting under the variable that overrides it, and no other', () => {
  const yaml = textOf('config/default.yaml');
  const explained = allOf(yaml, /\[([A-Z_]+(?:, [A-Z_]+)*)\]/g).flatMap((names) => names.split(', '));
  expect(explained.toSorted()).toEqual(settingVariables.toSorted());
  expect(Object.keys(parse(yaml) as object)).toHaveLength(settingVariables.length);
});

test('the pages and the units name no setting that does not exist', () => {
  const named = allOf(
    allText + globSync('deploy/systemd/*').map(textOf).join('\n'),
    /\b(USHER_[A-Z_]*[A-Z])\b/g,
  ).filter((name) => !name.startsWith('USHER_TEST_'));
  const known = [...settingVariables, ...commandVariables];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('docs/settings.md shows the defaults that hold', () => {
  const defaults = parse(textOf('config/default.yaml')) as Record<string, unknown>;
  const shown = new Map(
    [...textOf('docs/settings.md').matchAll(/^\| ((?:`[A-Z_]+`,? ?)+) \| .+ \| (.+) \|$/gm)].flatMap(
      ([, names = '', values = '']) => {
        const each = values.split(', ');
        return allInOrder(names).map((name, index) => [name, each[index] ?? values] as const);
      },
    ),
  );
  const numbers = [...shown].filter(([, value]) => /^`?[\d.]+`?$/.test(value));
  expect(numbers.length).toBeGreaterThan(4);
  for (const [name, value] of numbers)
    expect([name, String(defaults[name.replace('USHER_', '').toLowerCase()])]).toEqual([
      name,
      value.replaceAll('`', ''),
    ]);
});

function allInOrder(names: string): string[] {
  return [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name);
}

test('every npm script that the pages name exists, and each that exists is named', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = [
    ...allOf(guides.map(textOf).join('\n'), /npm run (?:--silent |-s )?([a-z:]+)/g),
    ...allOf(textOf('CONTRIBUTING.md'), /`(lint|typecheck|boundaries|build)`/g),
    'start',
    'test',
  ];
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
});

/** Roles and functions. */
const inDatabase = new Set(['usher_admin', 'usher_tenant', 'usher_radius', 'usher_make_log_partitions', 'usher_kept']);

test('docs/operations.md names every metric, and no page names another', () => {
  const inCode = allOf(
    globSync('src/**/*.ts')
      .filter((file) => file.includes('metrics'))
      .map(textOf)
      .join('\n'),
    /'(usher_[a-z_]+)'/g,
  );
  expect(inCode.length).toBeGreaterThan(10);
  const named = allOf(guides.map(textOf).join('\n'), /`(usher_[a-z_]+)[`{]/g);
  expect(inCode.filter((name) => !textOf('docs/operations.md').includes(`\`${name}\``))).toEqual([]);
  expect(named.filter((name) => !inCode.includes(name) && !inDatabase.has(name))).toEqual([]);
});

test('docs/alerts.md tells of every alert, docs/events.md of every event', () => {
  const firstCells = (page: string) => [...textOf(page).matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell).join(' ');
  expect(allOf(firstCells('docs/alerts.md'), /`([a-z]+\.[a-z_]+)`/g)).toEqual([...alarmEvents].toSorted());
  expect(allOf(firstCells('docs/events.md'), /`([a-z]+\.[a-z_]+)`/g)).toEqual([...eventTypes].toSorted());
});

test('docs/mapping-document.md names the facts of every kind', () => {
  const rows = textOf('docs/mapping-document.md').matchAll(/^\| (all|`\w+`) \| (`\w+`(?:, `\w+`)*) \|$/gm);
  const [[, ofAll = []] = [], ...ofKinds] = [...rows].map(
    ([, kind = '', names = '']) => [kind.replaceAll('`', ''), allInOrder(names.toUpperCase())] as const,
  );
  const shown = ofKinds.map(([kind, names]) => [
    kind,
    [...ofAll, ...names].map((name) => name.toLowerCase()).toSorted(),
  ]);
  const known = Object.entries(factTypes).map(([kind, types]) => [kind, Object.keys(snakeCased(types)).toSorted()]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(known));
});

test("typed calls use the README's variables, and -g where curl would expand brackets", () => {
  // docs/api.md sets its own, and is typed by a test of its own.
  const typed = guides
    .filter((page) => page !== 'docs/api.md')
    .flatMap((page) => [...textOf(page).matchAll(/^ *curl (?:.*\\\n)*.*/gm)].map(([command]) => command));
  expect(typed.length).toBeGreaterThan(10);
  expect(typed.filter((command) => /\$(?!(?:USHER|KEY|ID|ORGANIZATION|NETWORK)\b)[A-Z]/.test(command))).toEqual([]);
  expect(typed.filter((command) => /"[^"]*\$USHER[^"]*\[/.test(command) && !/ -g/.test(command))).toEqual([]);
});

test('every call that the pages name is in the API document', () => {
  const { paths } = JSON.parse(textOf('docs/openapi.json')) as { paths: Record<string, Record<string, unknown>> };
  const known = new Set(
    Object.entries(paths).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${shapeOf(route)}`),
    ),
  );
  // Connectors' own pages name the vendors' calls; the older form is not in the document.
  const named = guides
    .filter((page) => !page.startsWith('src/'))
    .flatMap((page) =>
      [...textOf(page).matchAll(/\b(GET|POST|PATCH|PUT|DELETE) (\/(?!hooks|scim|api\/)[\w/{}.:-]+)/g)].map(
        ([, method, route = '']) => ({ page, call: `${method} ${shapeOf(route)}` }),
      ),
    );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ call }) => !known.has(call))).toEqual([]);
});

/** Whatever a parameter is called, and the number of a report in its place. */
function shapeOf(route: string): string {
  return route.replaceAll(/\{[^}]*\}|:\w+|(?<=\/)\d+$/g, '{}').replace(/[.:]$/, '');
}
