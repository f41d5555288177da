import { confirmed } from './asking.js';
import { printLine, printJson, table } from './output.js';
import { apiOf, type RemoteOptions } from './remote-options.js';
import { RemoteProblem } from './remote-problem.js';

interface ApproveOptions extends RemoteOptions {
  readonly yes?: boolean;
  readonly comment?: string;
}

/** `usher runs approve`: lets through exactly the plan that was shown; without a run it lists those that wait. */
export async function approveRun(id: string | undefined, options: ApproveOptions): Promise<void> {
  const api = apiOf(options);
  if (id === undefined) {
    const filter = JSON.stringify({ status: { eq: 'held' } });
    const { runs } = (await api.call('get', '/runs', { query: { filter, page_size: 100 } }))._embedded;
    if (options.json) return printJson(runs);
    if (runs.length === 0) return printLine('No run waits for approval.');
    return printLine(
      table(
        ['run', 'connection', 'mode', 'items held'],
        runs.map((run) => [run.id, run.connection_id, run.mode, run.held]),
      ),
    );
  }
  const plan = await api.call('get', '/runs/{id}/summary', { path: { id } });
  if (plan.status !== 'held' || !plan.plan_hash)
    throw new RemoteProblem(
      'refused',
      `The run does not wait for approval: it is ${plan.status}`,
      'usher runs approve',
    );
  if (!options.json) {
    const rows = plan.by_kind.map(({ kind, count }) => [kind, count]);
    printLine(`${table(['what it does', 'to how many'], rows)}\n${plan.online_count} of them are online now.`);
  }
  if (!options.yes && !(await confirmed('Let exactly this plan through?', '--yes')))
    return printLine('Nothing is done.');
  const { comment } = options;
  const body = { plan_hash: plan.plan_hash, ...(comment ? { comment } : {}) };
  const run = await api.call('post', '/runs/{id}/approve', { path: { id }, body });
  if (options.json) return printJson(run);
  printLine(
    run.status === 'held'
      ? 'Approved once: a second operator has to approve it, too.'
      : `Approved: it is ${run.status}.`,
  );
}
