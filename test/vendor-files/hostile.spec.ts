import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpService } from '@nestjs/axios';
import { describe, expect, test } from '@jest/globals';
import axios from 'axios';
import { readVendor, vendorsIn } from '../../src/connectors/vendor-file/load-vendor.js';
import { newVendorFile } from '../../src/connectors/vendor-file/new-vendor-file.js';
import { vendorDefinition } from '../../src/connectors/vendor-file/vendor-definition.js';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import { Reach } from '../../src/kernel/reach.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { open, refusedFields } from '../connector-contract/session.js';

/**
 * Files that somebody wrote to do harm, and vendors that answer to do harm. Each file is refused at the start with a
 * line and what to do; each answer ends the reading within bounds. None takes long.
 */
const small = newVendorFile('hr', 'hostile');
/** Milliseconds of the processor's time, which other tests beside this one do not lengthen. */
const patience = 5_000;

function spentSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

function fileWith(...changes: readonly (readonly [before: string, after: string])[]): string {
  return changes.reduce((text, [before, after]) => {
    if (!text.includes(before)) throw new Error(`The smallest file has no ${before}`);
    return text.replace(before, () => after);
  }, small);
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const numbered = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, at) => text(at));
const inSample = (words: string) => fileWith(['    record:', `    record: ${words}\n    other:`]);
const inAddress = (address: string) => fileWith(['default: "https://api.example.com"', `default: ${address}`]);
const inSettings = (words: string) => fileWith(['  time_zone:', `  extra: ${words}\n  time_zone:`]);

const files: readonly (readonly [name: string, text: string, fault: RegExp])[] = [
  ['lists within lists', nested('[', ']', 20_000), /^1: is nested deeper than 30 levels: /],
  ['lists that are never closed', '['.repeat(100_000), /^1: is nested deeper than 30 levels: /],
  ['lists on one line', '- '.repeat(100_000), /^1: is nested deeper than 30 levels: /],
  ['keys of keys', '? '.repeat(50_000), /^1: is nested deeper than 30 levels: /],
  ['maps by indentation', numbered(500, (at) => `${' '.repeat(at)}a:`).join('\n'), /^3\d: is nested deeper than 30/],
  ['a sample as deep as no answer', inSample(nested('{ a: ', ' }', 40)), /^\d+: is nested deeper than 30/],
  ['a map of twenty thousand', numbered(20_000, (at) => `k${at}: 1`).join('\n'), /^1: has more than 1000 members: /],
  ['a list of a hundred thousand', `[${'1,'.repeat(100_000)}1]`, /^1: has more than 1000 members: /],
  [
    'many maps of a thousand',
    numbered(26, (at) => `m${at}: { ${numbered(800, (key) => `k${key}: 1`).join(', ')} }`).join('\n'),
    /^\d+: has more than 20000 values: /,
  ],
  ['a thousand unknown members', numbered(999, (at) => `k${at}: 1`).join('\n'), /^1: and \d+ more: mend these first$/],
  [
    'a bomb of aliases',
    ['a: &a [x, x, x, x, x, x, x, x]', ...'bcdefghi'.split('').map((name, at) => bomb(name, 'abcdefgh'[at]))].join(
      '\n',
    ),
    /^\d+: is one alias more than 20: /,
  ],
  [
    'few aliases of aliases',
    ['a: &a [x, x]', ...'bcdefghij'.split('').map(pair)].join('\n'),
    /which make it too large/,
  ],
  ['an alias within itself', 'a: &a [*a]', /^1: \*a stands within itself: /],
  ['a sample within itself', inSample('&r { id: *r }'), /^\d+: \*r stands within itself: /],
  ['settings within themselves', inSettings('&s { title: x, examples: [*s] }'), /^\d+: \*s stands within itself: /],
  ['a merge of itself', 'a: &a\n  <<: *a\n  b: 1', /^2: \*a stands within itself: /],
  ['an alias of nothing', 'a: *b', /^1: \*b stands for nothing/],
  ['two files in one', `${small}\n---\nkey: other`, /^\d+: Source contains multiple documents/],
  ['a prototype', fileWith(['key: hostile', 'key: hostile\n__proto__: { polluted: true }']), /__proto__ is not known/],
  ['a setting named as one', inSettings('1\n  __proto__: { title: x }'), /__proto__ must be a name in snake_case/],
  ['a character that no database takes', fileWith(['name: ', 'name: "a\\0b"\n#']), /^\d+: name must not contain/],
  ['half a character', fileWith(['name: ', 'name: "\\ud83d"\n#']), /^\d+: name must be well-formed Unicode/],
  ['a file of a megabyte', `x: ${'y'.repeat(2 ** 20)}`, /^1: has more than 256 KiB: leave out /],
  [
    'an address of its own',
    fileWith(['"{base_url}/v1/people"', '"http://169.254.169.254/latest"']),
    /format uri in braces/,
  ],
  ...[
    'http://169.254.169.254',
    'https://[::1]:8443',
    'https://10.0.0.1',
    'https://0x7f000001',
    'https://localhost',
  ].map((address): [string, string, RegExp] => [
    `a default at ${address}`,
    inAddress(`"${address}"`),
    /^12: settings\/base_url\/default is a private or local address: write .*USHER_ALLOW_PRIVATE_TARGETS=true$/,
  ]),
  ['a default with a name in it', inAddress('"https://a:b@api.example.com"'), /default must not hold a user name or/],
  ['a default that is no address', inAddress('"ftp://api.example.com"'), /default must be an address such as/],
  ['a default of another type', inAddress('[12]'), /default must be a(n address| string)/],
  ['a default without a value', inAddress('~'), /default has no value: /],
  [
    'an example of another type',
    inSettings('{ title: x, type: integer, examples: [12, many] }'),
    /examples\/1 must be/,
  ],
  [
    'a default out of bounds',
    inSettings('{ title: x, type: integer, minimum: 3, default: 2 }'),
    /default must not be less/,
  ],
  [
    'a zone that is none',
    inSettings('{ title: x, format: time-zone, default: Mars/Dome }'),
    /default must be an IANA zone/,
  ],
  ['an address behind an @', fileWith(['"{base_url}/v1/people"', '"{base_url}@10.0.0.1/v1"']), /format uri in braces/],
  [
    'a template of a template',
    fileWith(['"{base_url}/v1/people"', '"{base_url}/{{api_key}}"']),
    /belongs to no \{setting\}/,
  ],
  ['a template without an end', fileWith(['value: "{api_key}"', 'value: "{api_key"']), /belongs to no \{setting\}/],
  ['a template that is too long', fileWith(['value: "{api_key}"', `value: "${'{api_key}'.repeat(100)}"`]), /1 to 500/],
  [
    'a setting that every object has',
    fileWith(['  time_zone:', '  constructor: { title: x }\n  time_zone:']),
    /must be a name/,
  ],
  [
    'a connector that every object has',
    fileWith(['key: hostile', 'key: constructor']),
    /key must be a key of lower case/,
  ],
  ['a minute that never comes', fileWith(['"*/15 * * * *"', '"61 * * * *"']), /incremental must be a cron line/],
  [
    'a day that never comes',
    fileWith(['"*/15 * * * *"', '"0 0 30 2 *"']),
    /incremental is a cron line that never comes/,
  ],
  ['a program in a tag', fileWith(['name: ', 'name: !!js/function "x"\n#']), /^4: .*without tags and directives/],
  ['bytes in a tag', inSample('{ photo: !!binary "aGVsbG8=" }'), /^\d+: .*without tags and directives/],
  ['another YAML', `%YAML 9.9\n---\n${small}`, /^\d+: .*without tags and directives/],
  ['an address that climbs in disguise', fileWith(['/v1/people"', '/v1/%2E./people"']), /format uri in braces/],
  ['a page of a million', fileWith(['size: 50', 'size: 1000000']), /size must be/],
];

function bomb(name: string, inner: string): string {
  return `${name}: &${name} [${numbered(9, () => `*${inner}`).join(', ')}]`;
}

function pair(name: string, at: number): string {
  const inner = 'abcdefghi'[at];
  return `${name}: &${name} [*${inner}, *${inner}]`;
}

describe('a file is refused with its line and what to do', () => {
  test.each(files)('%s', (_, text, fault) => {
    const begun = process.cpuUsage();
    const { file, faults } = readVendor(text);
    expect(spentSince(begun)).toBeLessThan(patience);
    expect([file, faults.filter((each) => fault.test(each)).length > 0 ? 'said' : faults]).toEqual([undefined, 'said']);
    for (const each of faults) expect(each).toMatch(/^\d+: ./);
    expect(faults.length).toBeLessThan(60);
  });
});

test('a default at a private address is taken where the deployment permits those', () => {
  const { file } = readVendor(inAddress('"http://10.0.0.1"'), new Reach({ allowPrivateTargets: true }));
  expect(file?.settings.base_url.default).toBe('http://10.0.0.1');
});

const patterns = [
  '^(a+)+$',
  '^(a|aa)*$',
  '^(a|a){30}b$',
  'a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaab',
  '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b',
  '^a*a*a*a*b$',
  '^a*a*a*b$',
  '^(?=(a+))\\1b$',
  '(?<!a+)b',
];

describe('a pattern that could run for ever is refused', () => {
  test.each(patterns)('%s', (pattern) => {
    const { faults } = readVendor(inSettings(`{ title: x, form: must be x, examples: [b], pattern: '${pattern}' }`));
    expect(faults).toEqual([expect.stringMatching(/^\d+: settings\/extra\/pattern (may|repeats)/)]);
  });

  test('one that is taken ends soon, whatever is typed', () => {
    const words = `{ title: x, form: must be x, examples: [bc], maxLength: 100, pattern: 'a?a*a*a*(a|b)c' }`;
    const definition = vendorDefinition(readVendor(inSettings(words)).file!);
    const begun = process.cpuUsage();
    for (const length of [100, 1_000_000])
      expect(
        refusedFields(definition, {
          base_url: 'https://a.example',
          api_key: 'key-0123456789',
          time_zone: 'Europe/Vienna',
          extra: 'a'.repeat(length),
        }),
      ).toEqual(['extra']);
    expect(spentSince(begun)).toBeLessThan(patience);
  });
});

const places: readonly (readonly [name: string, make: (place: string) => void])[] = [
  ['a folder', (place) => mkdirSync(place)],
  ['a device that never ends', (place) => symlinkSync('/dev/zero', place)],
  ['a pipe that nobody writes to', (place) => execFileSync('mkfifo', [place])],
  ['a link to itself', (place) => symlinkSync(place, place)],
  ['a file of 50 MB', (place) => [writeFileSync(place, small), truncateSync(place, 50 * 2 ** 20)]],
  ['a file in another encoding', (place) => writeFileSync(place, small.replace('name: ', 'name: Zürich '), 'latin1')],
];

describe('in the place of a file', () => {
  test.each(places)('%s', (name, make) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'usher-hostile-'));
    try {
      make(path.join(folder, 'vendor.yaml'));
      if (name === 'a folder') expect(vendorsIn(folder, [])).toEqual([]);
      else
        expect(() => vendorsIn(folder, [])).toThrow(
          /vendor\.yaml:1: (is no file|cannot be read: ELOOP|has more than 256|is not UTF-8)/,
        );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

type Answer = (asked: URL, count: number, response: ServerResponse, request: IncomingMessage) => unknown;

interface HostileVendor {
  readonly name: string;
  readonly answer: Answer;
  readonly problem: RegExp;
  /** Requests that it got at most. Default: one. */
  readonly most?: number;
  readonly paging?: string;
  readonly cursor?: Cursor;
  readonly allowPrivateTargets?: boolean;
  /** As the setting says it. Default: a name. */
  readonly host?: string;
}

const person = (id: number) => ({ id, status: 'active', email: `person${id}@acme.example` });
const cursors = '{ style: cursor, parameter: after, next: /next }';
const addresses = '{ style: next-url, next: /next }';
const links = '{ style: link }';

const vendors: readonly HostileVendor[] = [
  {
    name: 'pages that lead in a circle of two',
    paging: cursors,
    answer: (asked, count) => ({ data: [person(count)], next: asked.searchParams.get('after') === 'a' ? 'b' : 'a' }),
    problem: /lead back/,
    most: 4,
  },
  {
    name: 'a next page that is this one',
    paging: addresses,
    answer: (asked, count) => ({ data: [person(count)], next: asked.href }),
    problem: /lead back/,
    most: 2,
  },
  {
    name: 'the same page for ever, each time under another name',
    paging: cursors,
    answer: (_, count) => ({ data: [person(1)], next: `page-${count}` }),
    problem: /same page came twice/,
    most: 2,
  },
  {
    name: 'pages without an end, read on where another process stopped',
    paging: cursors,
    cursor: { place: { at: 'x', seen: 9_998 }, pages: 9_998 },
    answer: (_, count) => ({ data: [person(count)], next: `page-${count}` }),
    problem: /more than 10000 pages/,
    most: 2,
  },
  {
    name: 'a page of more records than one may have',
    answer: () => ({ data: Array.from({ length: 50_001 }, (_, id) => ({ id })), total: 50_001 }),
    problem: /more than 50000 records/,
  },
  {
    name: 'an answer that never ends',
    answer: (_, __, response) => {
      const piece = Buffer.alloc(2 ** 16, '[');
      const more = () => {
        while (response.write(piece));
      };
      response.on('drain', more);
      more();
    },
    problem: /answered more than the limit/,
  },
  {
    name: 'a small answer that unpacks without an end',
    answer: (_, __, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(execFileSync('gzip', ['-c'], { input: Buffer.alloc(40 * 2 ** 20, ' '), maxBuffer: 2 ** 30 }));
    },
    problem: /answered more than the limit/,
  },
  { name: 'an answer as deep as a stack', answer: () => nested('[', ']', 100_000), problem: /levels/ },
  { name: 'a member that is a prototype', answer: () => '{"data":[],"total":0,"__proto__":{}}', problem: /__proto__/ },
  {
    name: 'a cursor as long as a book',
    paging: cursors,
    answer: () => ({ data: [person(1)], next: 'x'.repeat(10_000) }),
    problem: /cannot be asked for/,
  },
  ...[
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'file:///etc/passwd',
    '//elsewhere.example/',
    'javascript:1',
  ].map((next): HostileVendor => ({
    name: `a next page at ${next}`,
    paging: addresses,
    answer: () => ({ data: [person(1)], next }),
    problem: /./,
  })),
  {
    name: 'a link to a private address',
    paging: links,
    answer: (_, __, response) => {
      response.setHeader('link', '<http://10.0.0.1/v1/people>; rel="next"');
      return { data: [person(1)] };
    },
    problem: /./,
  },
  {
    name: 'a redirect to a private address',
    answer: (_, __, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    problem: /./,
  },
  {
    name: 'a name that stands for a private address, where none is allowed',
    allowPrivateTargets: false,
    answer: () => ({ data: [], total: 0 }),
    problem: /private|not allowed|address/i,
    most: 0,
  },
  {
    name: 'a private address in the settings, where none is allowed',
    allowPrivateTargets: false,
    host: '127.0.0.1',
    answer: () => ({ data: [], total: 0 }),
    problem: /127\.0\.0\.1 is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those/,
    most: 0,
  },
];

describe('a vendor that does harm ends the reading', () => {
  test.each(vendors)(
    '$name',
    async ({ answer, problem, most = 1, paging, cursor = null, allowPrivateTargets = true, host = 'localhost' }) => {
      const text = paging ? fileWith([/paging: (\{.*\})/.exec(small)![1], paging]) : small;
      let asked = 0;
      const server = createServer((request, response) => {
        asked += 1;
        const said = answer(new URL(request.url ?? '/', `http://${request.headers.host}`), asked, response, request);
        if (said !== undefined) response.end(typeof said === 'string' ? said : JSON.stringify(said));
      });
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      try {
        const baseUrl = `http://${host}:${(server.address() as AddressInfo).port}`;
        const settings = { base_url: baseUrl, api_key: 'key-0123456789', time_zone: 'Europe/Vienna' };
        const definition = vendorDefinition(readVendor(text).file!);
        const { session } = open(definition, { settings });
        const http = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets });
        const { snapshots } = definition.connect({ ...session, http });
        const before = process.memoryUsage().rss;
        const read = async () => {
          for await (const { complete } of snapshots!.all(cursor, AbortSignal.timeout(200_000)))
            if (complete) throw new Error('it is said to be complete');
        };
        await expect(read()).rejects.toMatchObject({
          code: expect.any(String),
          message: expect.stringMatching(problem),
        });
        expect(asked).toBeLessThanOrEqual(most);
        expect(process.memoryUsage().rss - before).toBeLessThan(600 * 2 ** 20);
      } finally {
        server.closeAllConnections();
        await new Promise((resolve) => {
          server.close(resolve);
        });
      }
    },
  );
});

test('the page about vendor files says how many these are', () => {
  const page = readFileSync(new URL('../../docs/vendor-files.md', import.meta.url), 'utf8');
  const count = files.length + patterns.length + places.length + vendors.length;
  expect(page).toContain(`[${count} files, patterns, places and answers](../test/vendor-files/hostile.spec.ts)`);
});
