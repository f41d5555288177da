import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ConnectorDefinition, SnapshotPage } from '../src/provisioning/connector/connector.js';
import type { Employment } from '../src/provisioning/facts/facts.js';
import { built } from './built.js';
import { codedList } from './coded-list.js';

const { connectorFamilies } = await built<typeof import('../src/connectors/connectors.module.js')>(
  'connectors/connectors.module.js',
);
const { connectorProviders } = await built<typeof import('../src/provisioning/connector/connector-providers.js')>(
  'provisioning/connector/connector-providers.js',
);
const { PinoLog } = await built<typeof import('../src/kernel/pino-log.js')>('kernel/pino-log.js');
const { Setting } = await built<typeof import('../src/provisioning/connector/setting.js')>(
  'provisioning/connector/setting.js',
);
const { loadSettings } = await built<typeof import('../src/settings/load-settings.js')>('settings/load-settings.js');
const { startUsher } = await built<typeof import('../src/main.js')>('main.js');

/** The service with two more connectors; here a staff list in files, so that a scan costs what the engine costs. */
class PagesSettings {
  @Setting({ type: 'string', title: 'Folder of the pages' })
  folder: string;
}

async function* pagesOf(folder: string, from: number): AsyncGenerator<SnapshotPage> {
  const { count } = JSON.parse(await readFile(`${folder}/about.json`, 'utf8')) as { count: number };
  for (let index = from; index < count; index += 1) {
    const people = JSON.parse(await readFile(`${folder}/${index}.json`, 'utf8')) as { id: string; facts: Employment }[];
    const changes = people.map(
      ({ id, facts }) => ({ kind: 'record', mode: 'replace', record: { key: id, facts } }) as const,
    );
    yield { changes, cursor: { next: index + 1 }, ...(index + 1 === count ? { complete: {} } : {}) };
  }
}

const pages: ConnectorDefinition<PagesSettings> = {
  key: 'pages',
  name: 'Pages',
  family: 'hr',
  factKind: 'employment',
  abilities: ['snapshots'],
  settings: PagesSettings,
  preset: 'staff',
  schedule: { full: null, incremental: null },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: 'For benchmarks.',
  connect: ({ settings }) => ({
    test: () => Promise.resolve([]),
    snapshots: { all: (cursor) => pagesOf(settings.folder, Number(cursor?.next ?? 0)) },
  }),
};

/** What must be done whatever the engine does: read, parse, and hash each record. Milliseconds. */
async function floor(folder: string): Promise<number> {
  const startedAt = performance.now();
  for await (const { changes } of pagesOf(folder, 0))
    for (const change of changes) createHash('sha256').update(JSON.stringify(change)).digest();
  return performance.now() - startedAt;
}

if (process.argv[2] === 'floor') {
  process.stdout.write(`${await floor(process.argv[3])}\n`);
} else {
  const providers = connectorProviders(pages as ConnectorDefinition, codedList as ConnectorDefinition);
  @Module({ providers })
  class BenchConnectorsModule {}
  connectorFamilies.push(BenchConnectorsModule);
  const usher = await startUsher(loadSettings(process.env), PinoLog.create('info', false));
  process.on('SIGTERM', () => {
    void usher.stop().then(() => process.exit(0));
  });
}
