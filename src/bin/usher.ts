#!/usr/bin/env -S node --min-semi-space-size=16 --max-semi-space-size=16 --heap-growing-percent=50 --no-allocation-site-pretenuring
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type NotedBlock, notedBlock } from '../console/audit/chain/verified.js';
import { isUuid } from '../kernel/ids.js';
import { reportFatal } from '../start/process-end.js';
import { addRemoteCommands } from './remote/remote-commands.js';
import { RemoteProblem } from './remote/remote-problem.js';

const notUnderstood = 2;
/** As a shell reports SIGPIPE, which Node ignores. */
const readerGone = 141;
/** What serves goes on when nobody reads its words any more. */
const serving: readonly string[] = ['start', 'radius', 'simulate'];
const settingsHint = `
Settings are environment variables (PORT, DATABASE_URL, USHER_DATA_DIR …);
config/default.yaml lists them all, with what holds where nothing is said.
`;

/**
 * The command `usher`. Each subcommand loads what it needs when it is called, so that help and other starts do not wait
 * for it.
 */
const usher = new Command('usher')
  .description('Wi-Fi access that follows who is here')
  .version(version(), '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print this help')
  .helpCommand(false)
  .showHelpAfterError('(add --help to see what there is)')
  .addHelpText('after', settingsHint)
  .exitOverride();

usher
  .command('start')
  .description('serve the API and do the work behind it, until told to stop')
  .action(async () => (await import('./start.js')).start());

usher
  .command('migrate')
  .description('bring the database schema up to date and end; `usher start` does the same')
  .option('--distributed', 'also distribute the tables by organization over the nodes of a Citus (docs/citus.md)')
  .action(async (options: { distributed?: boolean }) => (await import('./migrate.js')).runMigrate(options));

usher
  .command('radius')
  .description('run the installed FreeRADIUS on the database of the service, until told to stop')
  .action(async () => (await import('./radius.js')).radius());

usher
  .command('audit')
  .description('what can be asked of the audit')
  .helpCommand(false)
  .command('verify')
  .description('recompute the chain of the audit; one line of JSON for each organization, exit code 1 if one is broken')
  .argument('[organization]', 'id of the only organization to look at', organizationId)
  .argument('[head]', 'a former head that must still be part of the chain, <number>:<hash>', formerHead)
  .action(async (organization?: string, head?: NotedBlock) =>
    (await import('./audit-verify.js')).auditVerify(organization, head),
  );

usher
  .command('reseal')
  .description(
    'seal with the first master key what another one sealed; safe to repeat, exit code 1 while another key is needed',
  )
  .option('--check', 'change nothing, only say what is left')
  .action(async (options: { check?: boolean }) => (await import('./reseal.js')).reseal(options));

usher
  .command('openapi')
  .description('write docs/openapi.json, the description of the API')
  .option('--check', 'write nothing; exit code 1 if the file is not up to date')
  .action(async (options: { check?: boolean }) => (await import('./openapi.js')).openapi(options));

const connector = usher
  .command('connector')
  .description('connectors as vendor files (docs/vendor-files.md)')
  .helpCommand(false);

connector
  .command('new')
  .description('write a vendor file to begin with, and a page about it, into a folder named by the key')
  .argument('<family>', 'pms, hr, visitor, access or billing')
  .argument('<key>', 'lower case letters, digits and -')
  .action(async (family: string, key: string) => (await import('./connector.js')).newConnector(family, key));

connector
  .command('try')
  .description('test a vendor with these settings, read the first page and show what it means; nothing is stored')
  .argument('<vendor>', 'a vendor file, or the key of one of this build')
  .requiredOption('--settings <file>', 'JSON with settings and secrets')
  .action(async (vendor: string, options: { settings: string }) =>
    (await import('./connector.js')).tryConnector(vendor, options.settings),
  );

connector
  .command('simulate')
  .description("serve a vendor's API as its file describes it, until told to stop")
  .argument('<vendor>', 'a vendor file, or the key of one of this build')
  .option('--port <number>', 'where to listen; any free one without it', '0')
  .option('--records <number>', 'how many records there are', '30')
  .action(async (vendor: string, options: { port: string; records: string }) =>
    (await import('./connector.js')).simulateConnector(vendor, Number(options.port), Number(options.records)),
  );

addRemoteCommands(usher);

// `usher … | head` closes the output early.
usher.hook('preAction', (_, command) => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (serving.includes(command.name())) return;
    if (error.code === 'EPIPE') process.exit(readerGone);
    reportFatal(error);
  });
});

try {
  await usher.parseAsync();
} catch (error) {
  if (error instanceof RemoteProblem) refuse(error);
  else if (!(error instanceof CommanderError)) reportFatal(error);
  // Requested help and version also arrive as errors.
  else process.exitCode = error.exitCode === 0 ? 0 : notUnderstood;
}

function refuse({ message, remedy, exitCode }: RemoteProblem): void {
  process.stderr.write(`${message}\n${remedy ? `  → ${remedy}\n` : ''}`);
  process.exitCode = exitCode;
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function organizationId(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It is no id of an organization.');
  return text;
}

function formerHead(text: string): NotedBlock {
  const head = notedBlock(text);
  if (!head) throw new InvalidArgumentError('Expected block and hash, such as 17:9f86d081…, 64 hexadecimal digits.');
  return head;
}
