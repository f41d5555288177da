import 'reflect-metadata';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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
import type { Change } from '../provisioning/connector/change.js';
import type { Connector, ConnectorDefinition } from '../provisioning/connector/connector.js';
import type { SharedTokens } from '../provisioning/connector/held-token.js';
import { settingsOf } from '../provisioning/connector/setting.js';
import { snakeCased } from '../provisioning/facts/facts.js';
import { loadSettings } from '../settings/load-settings.js';
import { stopSignal } from '../start/process-end.js';

/** `usher connector new`: a vendor file that is right, to be made into the one of a vendor. */
export function newConnector(family: string, key: string): void {
  const folder = path.resolve(key);
  if (existsSync(folder)) throw new StartProblem(`${folder} is there already: choose another key, or remove it`);
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
  const definition = vendorDefinition(vendorFileOf(vendor, new Reach(ofDeployment)));
  const settings = settingsFor(definition, settingsFile);
  const log = PinoLog.create('silent', false);
  const app = await NestFactory.createApplicationContext(KernelModule.with(ofDeployment, log), {
    logger: false,
    abortOnError: false,
  });
  try {
    const connector = definition.connect({
      connectionId: '00000000-0000-0000-0000-000000000000',
      settings,
      http: app.get(HttpClient),
      reach: app.get(Reach),
      clock: app.get(Clock),
      chance: app.get(Chance),
      log,
      tokens: tokensIn(settingsFile),
    });
    if (!(await isTested(connector))) process.exitCode = 1;
    else await showFirstPage(connector);
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
  for await (const { changes, complete } of connector.snapshots!.all(null, AbortSignal.timeout(60_000))) {
    say(`\n${changes.length} records in the first page${complete ? ', which is the only one' : ''}:\n`);
    for (const change of changes) say(lineOf(change));
    return;
  }
}

function lineOf(change: Change): string {
  if (change.kind === 'malformed') return `not understood  ${change.problem.detail}`;
  if (change.kind === 'patch') return `gone  ${change.key}`;
  if (change.kind !== 'record') return change.kind;
  const { kind: _, status, ...facts } = snakeCased(change.record.facts);
  const said = Object.entries(facts).map(([name, fact]) => `${name}=${String(fact)}`);
  return `${String(status).padEnd(12)}  ${change.record.key.padEnd(20)}  ${said.join('  ')}`;
}

/** A path, of the file or of its folder, or the key of a vendor file of this build. */
function vendorFileOf(vendor: string, reach: Reach): VendorFile {
  const root = fileURLToPath(new URL('../connectors/', import.meta.url));
  const built = readdirSync(root).map((family) => path.join(root, family, vendor, 'vendor.yaml'));
  const places = [path.join(vendor, 'vendor.yaml'), vendor, ...(/^[a-z0-9-]+$/.test(vendor) ? built : [])];
  const place = places.find((file) => existsSync(file));
  if (place === undefined) throw new StartProblem(`There is no vendor file ${vendor}, here or in this build`);
  const { file, faults } = vendorIn(place, reach);
  if (!file) throw new VendorFilesRefused(faults.map((fault) => `${vendor}:${fault}`));
  return file;
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
