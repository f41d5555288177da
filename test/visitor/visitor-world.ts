import { workOf } from '../../src/start/background-work.js';
import type { Background } from '../../src/kernel/background.js';
import { AwaitedAnswerSender } from '../../src/provisioning/deliver/awaited/awaited-answer-sender.js';
import type { Answer } from '../api/ask.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { eventually } from '../kernel/manual-clock.js';

const needed = ['absorber', 'reconciler', 'run-worker', 'awaited answers', 'credential deliveries'];

/** The service as it is, working: from a visitor system's request to the console's vouchers and accounts. */
export class VisitorWorld {
  private constructor(
    readonly world: UsherWorld,
    private readonly work: readonly Background[],
  ) {}

  static async start(): Promise<VisitorWorld> {
    const world = await usherWorld({ settings: { role: 'all' }, longestPauseMilliseconds: 200 });
    const work = workOf(world.app, 'all').filter(({ name }) => needed.includes(name));
    if (work.length !== needed.length)
      throw new Error(`Not all of ${needed.join(', ')} are there: ${work.map(({ name }) => name).join(', ')}`);
    for (const each of work) each.start();
    return new VisitorWorld(world, work);
  }

  async stop(): Promise<void> {
    for (const each of this.work) await each.stop();
    await this.world.close();
  }

  async connection(
    connector: string,
    settings: object,
    secrets: object,
    access: object,
  ): Promise<{ readonly id: string; readonly hook: string }> {
    const schedule = { full: null, incremental: null };
    const { id } = (await this.world.made(201, 'POST', '/connections', {
      body: {
        name: 'Reception',
        connector,
        settings,
        secrets,
        access,
        schedule,
        safety: { max_removals: 50, max_removals_percent: 100 },
      },
    })) as { id: string };
    return { id, hook: `http://127.0.0.1:${this.world.port}/hooks/${id}` };
  }

  /** One run to its end. */
  async sync(connectionId: string, mode: 'full' | 'incremental'): Promise<string> {
    const { id } = (await this.world.made(202, 'POST', `/connections/${connectionId}/sync`, {
      body: { mode, dry_run: false },
    })) as { id: string };
    let status = '';
    await eventually(`the ${mode} run is over`, async () => {
      status = (await this.get(`/runs/${id}`)).body.status as string;
      return !['queued', 'running'].includes(status);
    });
    return status;
  }

  /** user name → enabled or disabled, as the console has it. */
  async accounts(): Promise<Record<string, string>> {
    const users = (await this.get('/users?page_size=100')).body._embedded.users as {
      username: string;
      disabled: boolean;
    }[];
    return Object.fromEntries(users.map(({ username, disabled }) => [username, disabled ? 'disabled' : 'enabled']));
  }

  /** Of the account whose name begins so: where a key had to be changed to be typed, a number follows. */
  async accountLike(beginning: string): Promise<string | undefined> {
    return Object.entries(await this.accounts()).find(
      ([name]) => name === beginning || name.startsWith(`${beginning}-`),
    )?.[1];
  }

  async vouchers(): Promise<
    { readonly code: string; readonly status: string; readonly valid_until: string; readonly duration: number }[]
  > {
    return (await this.get('/vouchers?page_size=100')).body._embedded.vouchers;
  }

  /** Statuses of the records, by their key. */
  async visits(connectionId: string): Promise<Record<string, string>> {
    const subjects = (await this.get(`/connections/${connectionId}/subjects?page_size=100`)).body._embedded
      .subjects as { source_key?: string; key?: string; facts: { status: string } }[];
    return Object.fromEntries(
      subjects.map(({ source_key: sourceKey, key, facts }) => [sourceKey ?? key ?? '', facts.status]),
    );
  }

  /** Answers that wait are looked at now: how long it waits between two looks is no matter here. */
  private async lookNow(): Promise<void> {
    await this.world.sql('update awaited_answers set due_at = now() where due_at > now()');
    await this.world.app.get(AwaitedAnswerSender, { strict: false }).round();
  }

  /** Waits until `look` shows `expected`. */
  async becomes<Seen>(look: () => Promise<Seen>, expected: Seen): Promise<void> {
    let seen: Seen | undefined;
    await eventually('what was expected', async () => {
      await this.lookNow();
      seen = await look();
      return JSON.stringify(seen) === JSON.stringify(expected);
    }).catch(() => {
      throw new Error(`Seen ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`);
    });
  }

  /** Everything that arrived was dealt with. */
  async absorbed(connectionId: string): Promise<void> {
    await eventually(
      'the inbox is empty',
      async () =>
        (
          (await this.get(`/connections/${connectionId}/events?filter[status]=received`)).body._embedded
            .events as unknown[]
        ).length === 0,
    );
  }

  get(path: string): Promise<Answer> {
    return this.world.ask('GET', path);
  }
}
