import 'reflect-metadata';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readVendor, vendorIn, VendorFilesRefused } from '../connectors/vendor-file/load-vendor.js';
import { newVendorFile } from '../connectors/vendor-file/new-vendor-file.js';
import { vendorDefinition } from '../connectors/vendor-file/vendor-definition.js';
import type { VendorFile } from '../connectors/vendor-file/vendor-file.js';
import { VendorSimulator } from '../connectors/vendor-simulator/vendor-simulator.js';
import { Chance } from '../kernel/chance.js';
import { Clock } from '../kernel/clock.js';
import { HttpClient } from '../kernel/http-client.js';
import { KernelModule } from '../kernel/kernel.module.js';
import { PinoLog } from '../kernel/pino-log.js';
import { Reach } from '../kernel/reach.js';
import { StartProblem } from '../kernel/start-problem.js';
import { ConnectorCatalogue } from '../provisioning/connector/catalogue.js';
import type { Connector, ConnectorDefinition } from '../provisioning/connector/connector.js';
import type { SharedTokens } from '../provisioning/connector/held-token.js';
import { settingsOf } from '../provisioning/connector/setting.js';
import { loadSettings } from '../settings/load-settings.js';
import { stopSignal } from '../start/process-end.js';
import { firstPageTable } from './first-page.js';
import { printable, printLine } from './remote/output.js';

/** `usher connector new`: a vendor file that is right, to be made into the one of a vendor. */
export async function newConnector(family: string, key: string): Promise<void> {
  const folder = path.resolve(key);
  if (existsSync(folder)) throw new StartProblem(`${folder} is there already: choose another key, or remove it`);
  if ((await inThisBuild()).includes(key))
    throw new StartProblem(`${key} is a connector of this build already: choose a key of your own`);
  const text = newVendorFile(family, key);
  const { faults } = readVendor(text);
  if (faults.length > 0) throw new VendorFilesRefused(faults.map((fault) => `${key}:${fault}`));
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'vendor.yaml'), text);
  writeFileSync(path.join(folder, 'README.md'), `# ${key}\n\n## Set-up\n\n## What is read\n\n## Known gaps\n`);
  say(`${path.join(folder, 'vendor.yaml')} is written. usher connector simulate ${key}/vendor.yaml serves it.`);
}

/** `usher connector simulate`: its API on this machine, with the settings that reach it. */
export async function simulateConnector(vendor: string, port: number, records: number): Promise<void> {
  if (placeOf(vendor) === undefined && (await inThisBuild()).includes(vendor))
    throw new StartProblem(`${vendor} is in code, and so is its simulator: test/simulators/${vendor} in a checkout`);
  // It asks nobody: wherever the file leads, nothing goes there.
  const anywhere = new Reach({ allowPrivateTargets: true });
  const simulator = await VendorSimulator.start(vendorFileOf(vendor, anywhere), { port });
  for (let count = 0; count < records; count += 1) simulator.records.add();
  say(JSON.stringify(simulator.settings, null, 2));
  await stopSignal();
  await simulator.stop();
}

/** `usher connector try`: test, first page and what it means. Exit code 1 when a check fails. */
export async function tryConnector(vendor: string, settingsFile: string): Promise<void> {
  const ofDeployment = loadSettings(process.env);
  const log = PinoLog.create('silent', false);
  class TryingModule {}
  // Where a file is meant, what is wrong with others does not matter.
  const others =
    placeOf(vendor) === undefined ? [(await import('../connectors/connectors.module.js')).ConnectorsModule] : [];
  const imports = [KernelModule.with(ofDeployment, log), ...others];
  const app = await NestFactory.createApplicationContext(
    { module: TryingModule, imports },
    { logger: false, abortOnError: false },
  );
  try {
    const definition = definitionOf(vendor, app, new Reach(ofDeployment));
    if (definition.abilities.some((ability) => ability === 'serves' || ability === 'examines'))
      throw new StartProblem(`${vendor} asks nobody: what is brought to a connection is shown there`);
    const connector = definition.connect({
      connectionId: '00000000-0000-0000-0000-000000000000',
      settings: settingsFor(definition, settingsFile),
      http: app.get(HttpClient),
      reach: app.get(Reach),
      clock: app.get(Clock),
      chance: app.get(Chance),
      log,
      tokens: tokensIn(settingsFile),
    });
    try {
      if (!(await isTested(connector))) process.exitCode = 1;
      else await showFirstPage(connector);
    } finally {
      await connector.close?.();
    }
  } finally {
    await app.close();
  }
}

/** Where the vendor replaces the refresh token, the file gets the new one: the old one is used up. */
function tokensIn(settingsFile: string): SharedTokens {
  return {
    current: async ({ refreshToken, signal, ask }) => {
      const kept = await ask(signal, refreshToken);
      const { refreshToken: next } = kept;
      if (next === undefined || next === refreshToken) return kept;
      const given = Object.entries(jsonIn(settingsFile)) as [string, unknown][];
      const replaced = given.map(([name, value]) => [name, value === refreshToken ? next : value]);
      writeFileSync(settingsFile, `${JSON.stringify(Object.fromEntries(replaced), null, 2)}\n`);
      say(`The vendor has replaced the refresh token; the new one is in ${settingsFile}`);
      return kept;
    },
  };
}

async function isTested(connector: Connector): Promise<boolean> {
  const checks = await connector.test(AbortSignal.timeout(60_000));
  for (const { ok, name, detail, remedy } of checks)
    say(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${detail}${remedy ? `. ${remedy}` : ''}`);
  return checks.every(({ ok }) => ok);
}

async function showFirstPage(connector: Connector): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const pages = connector.snapshots?.all(null, signal) ?? connector.polls?.changes(null, signal);
  if (!pages) return say('\nIt has no list: what it sends is shown by the preview of a connection');
  for await (const page of pages) {
    const { changes } = page;
    const isOnly = 'complete' in page && page.complete !== undefined;
    say(`\n${changes.length} records in the first page${isOnly ? ', which is the only one' : ''}:\n`);
    if (changes.length > 0) say(firstPageTable(changes));
    return;
  }
}

function vendorFileOf(vendor: string, reach: Reach): VendorFile {
  const place = placeOf(vendor);
  if (place === undefined) throw new StartProblem(`There is no vendor file ${vendor}, here or in this build`);
  const { file, faults } = vendorIn(place, reach);
  if (!file) throw new VendorFilesRefused(faults.map((fault) => `${vendor}:${fault}`));
  return file;
}

/** A path, of the file or of its folder, or the key of a vendor file of this build. */
function placeOf(vendor: string): string | undefined {
  const root = fileURLToPath(new URL('../connectors/', import.meta.url));
  const built = readdirSync(root).map((family) => path.join(root, family, vendor, 'vendor.yaml'));
  const places = [path.join(vendor, 'vendor.yaml'), vendor, ...(/^[a-z0-9-]+$/.test(vendor) ? built : [])];
  return places.find((file) => existsSync(file));
}

/** The keys of all connectors, those in code among them. */
async function inThisBuild(): Promise<readonly string[]> {
  const { ConnectorsModule } = await import('../connectors/connectors.module.js');
  const app = await NestFactory.createApplicationContext(ConnectorsModule, { logger: false, abortOnError: false });
  const keys = app.get(ConnectorCatalogue).definitions.map(({ key }) => key);
  await app.close();
  return keys;
}

/** A vendor file, or any connector of the catalogue: one in code, or a file of USHER_VENDORS_DIR. */
function definitionOf(vendor: string, app: INestApplicationContext, reach: Reach): ConnectorDefinition {
  if (placeOf(vendor) !== undefined) return vendorDefinition(vendorFileOf(vendor, reach));
  const found = app.get(ConnectorCatalogue).definitions.find(({ key }) => key === vendor);
  if (!found) throw new StartProblem(`There is no vendor file ${vendor}, and no connector of this key`);
  return found;
}

function settingsFor(definition: ConnectorDefinition, settingsFile: string): object {
  const defaults = [...settingsOf(definition.settings)]
    .filter(([, { default: initial }]) => initial !== undefined)
    .map(([name, { default: initial }]) => [name, initial] as const);
  const given = { ...Object.fromEntries(defaults), ...jsonIn(settingsFile) };
  const settings = plainToInstance(definition.settings, given);
  const problems = validateSync(settings, { whitelist: true, forbidNonWhitelisted: true });
  if (problems.length === 0) return settings;
  // One line for each setting: of one that is missing, all its rules would be broken.
  const said = problems.map(({ property, constraints: { isNotEmpty, whitelistValidation, ...others } = {} }) => {
    const unknown = whitelistValidation && 'is no setting of this connector';
    const words = isNotEmpty ?? unknown ?? Object.values(others)[0] ?? 'is not what it must be';
    return words.startsWith(`${property} `) ? words : `${property} ${words}`;
  });
  throw new StartProblem(`${settingsFile}:\n${said.join('\n')}`);
}

function jsonIn(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch (error) {
    throw new StartProblem(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What a vendor said may be among it. */
function say(text: string): void {
  printLine(text.split('\n').map(printable).join('\n'));
}
