import { type Command, InvalidArgumentError, Option } from 'commander';

const several = (value: string, before: readonly string[]) => [...before, value];

/** The commands that ask a running service, wherever it is (docs/command-line.md). */
export function addRemoteCommands(usher: Command): void {
  withService(usher.command('login'))
    .description('prove an API key (asked for, or from standard input) at a service, and keep both in the profile')
    .argument('<address>', 'of the service, such as https://wifi.example.com')
    .option('--email <address>', 'sign in as an operator, by password, for as long as the session lasts')
    .option('--code <digits>', 'with --email: the code of the authenticator app')
    .action(async (address: string, options) => (await import('./login.js')).login(address, options));
  connections(usher);
  const users = group(usher, 'users', 'accounts of people');
  withService(users.command('find'))
    .description('list whoever has a text in username, name or e-mail address')
    .argument('<text>', 'a part of it')
    .action(async (text: string, options) => (await import('./users.js')).findUsers(text, options));
  withService(users.command('disable'))
    .description('end the access of a user')
    .argument('<username>', 'exactly as it is')
    .option('--yes', 'without a question')
    .action(async (name: string, options) => (await import('./users.js')).disableUser(name, options));
  withService(group(usher, 'runs', 'comparisons with outside systems').command('approve'))
    .description('show the plan of a run that is held, and let exactly that through')
    .argument('[run]', 'its id; without it, those that wait are listed')
    .option('--yes', 'without a question')
    .option('--comment <text>', 'for whoever looks at it later')
    .action(async (run: string | undefined, options) => (await import('./runs.js')).approveRun(run, options));
  vouchers(usher);
  usher
    .command('completion')
    .description('print what completes these commands in a shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell: string) => (await import('./completion.js')).completion(usher, shell));
}

function connections(usher: Command): void {
  const named = group(usher, 'connections', 'outside systems');
  withService(named.command('add'))
    .description('connect an outside system')
    .argument('<name>', 'what people call it')
    .requiredOption('--connector <key>', 'the kind of system, such as fias or mews')
    .option('--set <name=value>', 'a setting; as often as needed', several, [])
    .option('--secret <name[=@file]>', 'a secret: from a file, or asked for; as often as needed', several, [])
    .option('--preset <name>', 'how its facts become access')
    .option('--disabled', 'do not begin yet')
    .action(async (name: string, options) => (await import('./connections.js')).addConnection(name, options));
  withService(named.command('test'))
    .description('try the settings of a connection; exit code 1 if a check fails')
    .argument('<connection>', 'its name or id')
    .action(async (which: string, options) => (await import('./connections.js')).testConnection(which, options));
  withService(named.command('watch'))
    .description('show how connections fare, and each change of that, until told to stop')
    .argument('[connection]', 'its name or id; without it, all of them')
    .option('--once', 'show it and end')
    .option('--interval <seconds>', 'how often to look', number, 5)
    .action(async (which: string | undefined, options) =>
      (await import('./connections.js')).watchConnections(which, options),
    );
}

function vouchers(usher: Command): void {
  withService(group(usher, 'vouchers', 'codes that let a guest in').command('print'))
    .description('write the sheet (PDF) of a batch, or of new vouchers')
    .option('--batch <id>', 'of vouchers that are there')
    .option('--new <count>', 'make so many first', number)
    .option('--group <name>', 'with --new: the group whose rules they get')
    .option('--hours <number>', 'with --new: how long each lasts from its first use', number)
    .addOption(
      new Option('--layout <name>').choices([
        'a4',
        'receipt',
        'badge',
        'card_85x54',
        'label_89x36',
        'label_89x28',
        'label_54x25',
        'label_90x29',
        'label_62x29',
      ]),
    )
    .addOption(new Option('--language <code>').choices(['en', 'de', 'fr', 'es', 'it', 'cs']))
    .option('--network <name>', 'the network on the cards, where vouchers are typed on several')
    .option('--output <file>', '- is standard output', 'vouchers.pdf')
    .action(async (options) => (await import('./vouchers.js')).printVouchers(options));
}

function group(usher: Command, name: string, description: string): Command {
  return usher.command(name).description(description).helpCommand(false);
}

function withService(command: Command): Command {
  return command
    .option('--profile <name>', 'the service and key that `usher login --profile <name>` kept')
    .option('--organization <id>', 'act for this organization instead of the own one')
    .option('--json', 'print what the API gives, for programs');
}

function number(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}
