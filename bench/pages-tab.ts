import type { CDPSession, Page } from 'playwright-core';
import type { Figure } from './report.js';
import type { World } from './world.js';

/** A page that is told of changes looks once a second: as often as in an hour. */
const looks = Number(process.env.BENCH_PAGES_LOOKS ?? 3_600);
const samples = 10;
/** What is shown meanwhile, and the topic that keeps it up to date. */
const shown = { '/operations': 'operations', '/online': 'online' } as const;

/**
 * A tab that stays open for an hour in which something changes every second, with the second cut short: the stream of
 * the page itself tells of changes, and the page asks the service each time. Its memory after each tenth, after a
 * collection.
 */
export async function tabFigures(world: World, page: Page): Promise<Figure[]> {
  const cdp = await page.context().newCDPSession(page);
  await page.addInitScript(cutShort);
  const figures: Figure[] = [];
  for (const [address, topic] of Object.entries(shown)) {
    await page.goto(`${world.service.url}/console${address}`);
    await firstRow(page);
    await page.getByRole('button', { name: 'Live', exact: true }).waitFor();
    const heaps: number[] = [];
    const nodes: number[] = [];
    for (let sample = 0; sample <= samples; sample += 1) {
      if (sample > 0) await tell(world, page, topic, looks / samples);
      const { megabytes, elements } = await memoryOf(cdp);
      heaps.push(megabytes);
      nodes.push(elements);
    }
    // The first tenth fills caches.
    const grown = (heaps.at(-1) ?? 0) / (heaps[1] ?? 1) - 1;
    const written = heaps.map((each) => each.toFixed(1)).join(' ');
    figures.push({
      name: `a tab of ${address}, ${looks} looks: heap after each tenth; elements at first, at last`,
      ours: `${written} MB (${(grown * 100).toFixed(0)} %); ${nodes[0]}, ${nodes.at(-1)}`,
      goal: 'flat, ± 10 %',
    });
  }
  return figures;
}

/** @throws Error with what the page shows instead */
function firstRow(page: Page, hasText = ''): Promise<void> {
  const row = page.locator('main tbody tr').first().filter({ hasText });
  return row.waitFor().catch(async ({ message }: Error) => {
    throw new Error(`${page.url()} shows no row '${hasText}': ${await page.locator('body').innerText()}\n${message}`);
  });
}

declare const sources: EventTarget[];

/** Remembers the streams that the page opens, and cuts the second short in which it gathers what changed. */
function cutShort(): void {
  const opened: EventTarget[] = [];
  Object.assign(window, { sources: opened });
  const { EventSource: Real, setTimeout: later } = window;
  window.EventSource = class extends Real {
    constructor(...how: ConstructorParameters<typeof EventSource>) {
      super(...how);
      opened.push(this);
    }
  };
  window.setTimeout = ((work: () => void, after?: number, ...more: unknown[]) =>
    later(work, after !== undefined && after >= 100 && after <= 1_000 ? 1 : after, ...more)) as typeof setTimeout;
}

/**
 * What is shown is another each time, and it is shown before the next is told. Trap: a page that is told again gives up
 * its request, whose end nobody would ever hear of.
 */
async function tell({ sql, organizationId }: World, page: Page, topic: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    if (topic === 'operations')
      await sql.query(
        `insert into provision_log (organization_id, id, at, connection_id, kind, status, cause, actor, account)
         select $1, uuidv7(), now(), id, 'change_user', 'done', 'message', 'usher', 'guest' || $2
         from connections limit 1`,
        [organizationId, time],
      );
    else
      await sql.query(
        `insert into accounting_sessions (organization_id, started_at, id, unique_id, mac, updated_at)
         select $1, now(), gen_random_uuid(), gen_random_uuid(), lpad(to_hex($2::int), 12, '0'), now()`,
        [organizationId, time],
      );
    await page.evaluate((what) => {
      const data = JSON.stringify({ topic: what, organization_id: '', ids: 'many' });
      sources.at(-1)?.dispatchEvent(new MessageEvent('change', { data }));
    }, topic);
    const isShown =
      topic === 'operations' ? `guest${time}` : time.toString(16).padStart(12, '0').replaceAll(/..\B/g, '$&:');
    await firstRow(page, isShown);
  }
}

async function memoryOf(cdp: CDPSession): Promise<{ megabytes: number; elements: number }> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  return { megabytes: usedSize / 2 ** 20, elements: nodes };
}
