import { writeFileSync } from 'node:fs';
import { printLine, printJson } from './output.js';
import type { RemoteApi } from './remote-api.js';
import { apiOf, type RemoteOptions } from './remote-options.js';
import { RemoteProblem } from './remote-problem.js';

interface PrintOptions extends RemoteOptions {
  readonly batch?: string;
  readonly new?: number;
  readonly group?: string;
  readonly hours?: number;
  /** Name of the network that is printed. */
  readonly network?: string;
  readonly layout?: string;
  readonly language?: string;
  readonly output: string;
}

/** `usher vouchers print`: the sheet of a batch, or of vouchers that it makes first. */
export async function printVouchers(options: PrintOptions): Promise<void> {
  const { layout, language, output } = options;
  if ((options.batch === undefined) === (options.new === undefined))
    throw new RemoteProblem('not understood', 'Name either --batch <id> or --new <number> with --group <name>');
  const api = apiOf(options);
  const batch = options.batch ?? (await made(api, options));
  const sheet = await api.file('/vouchers/sheet.pdf', {
    query: { batch, layout, language, network: await networkId(api, options) },
  });
  if (output === '-') return void process.stdout.write(sheet);
  try {
    writeFileSync(output, sheet, { mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RemoteProblem(
      'refused',
      `${output} cannot be written (${code})`,
      `usher vouchers print --batch ${batch} --output <file>`,
    );
  }
  if (options.json) printJson({ batch, file: output });
  else printLine(`${output} is written: the batch ${batch}.`);
}

async function made(api: RemoteApi, { new: count, group, hours }: PrintOptions): Promise<string> {
  if (!group) throw new RemoteProblem('not understood', '--new needs --group <name>: whose rules the vouchers get');
  const filter = JSON.stringify({ name: { eq: group } });
  const [found] = (await api.call('get', '/user-groups', { query: { filter } }))._embedded.user_groups;
  if (!found) throw new RemoteProblem('refused', `There is no group ${group}`, 'GET /user-groups lists them');
  const body = { table_id: found.id, count, ...(hours ? { duration: Math.round(hours * 3600) } : {}) };
  const [first] = (await api.call('post', '/vouchers', { body }))._embedded.vouchers;
  if (!first.batch) throw new RemoteProblem('refused', 'The vouchers are made, but belong to no batch');
  return first.batch;
}

async function networkId(api: RemoteApi, { network }: PrintOptions): Promise<string | undefined> {
  if (network === undefined) return undefined;
  const filter = JSON.stringify({ name: { eq: network } });
  const [found] = (await api.call('get', '/networks', { query: { filter } }))._embedded.networks;
  if (!found) throw new RemoteProblem('refused', `There is no network ${network}`, 'GET /networks lists them');
  return found.id;
}
