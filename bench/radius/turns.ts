import type { PortPair } from '../../src/radius/freeradius/run-folder.js';
import { refuseErrors } from '../load.js';
import { type Figure, median, rate } from '../report.js';
import type { RadiusLoad } from './access-points.js';
import { familyCpu } from './family-cpu.js';

export type Peer = 'ours' | 'stock' | 'limit';

/** One of them that runs: where it listens, and its first process. */
export interface Running extends PortPair {
  readonly pid: number;
}

export type Servers = Readonly<Partial<Record<Peer, Running>>>;

/** One turn of one of them: what it did a second, and what CPU that cost. */
export interface Turn extends RadiusLoad {
  readonly databaseMilliseconds: number;
  /** FreeRADIUS with the process that runs it. */
  readonly serverMilliseconds: number;
}

export async function inTurns(
  { servers, postmaster }: { readonly servers: Servers; readonly postmaster: number },
  rounds: number,
  turn: (peer: Peer, ports: PortPair, round: number) => Promise<RadiusLoad>,
): Promise<Readonly<Record<Peer, Turn[]>>> {
  const turns: Record<Peer, Turn[]> = { ours: [], stock: [], limit: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const peer of ['limit', 'stock', 'ours'] as const) {
      const at = servers[peer];
      if (!at) continue;
      const before = [familyCpu(postmaster), familyCpu(at.pid)];
      const load = await turn(peer, at, round);
      turns[peer].push({
        ...load,
        databaseMilliseconds: (familyCpu(postmaster) - before[0]) / load.answered,
        serverMilliseconds: (familyCpu(at.pid) - before[1]) / load.answered,
      });
    }
  refuseErrors(turns);
  return turns;
}

/** Against the limit, then against the peer. */
export function figuresOf(
  name: string,
  { ours, stock, limit }: Readonly<Record<Peer, Turn[]>>,
  goals: { readonly limit: string; readonly stock: string },
): Figure[] {
  const ratio = (others: readonly Turn[]) =>
    median(ours.map((load, round) => load.perSecond / others[round].perSecond));
  const cpuOf = (turn: Turn) => turn.databaseMilliseconds + turn.serverMilliseconds;
  const byCpu = median(ours.map((load, round) => cpuOf(stock[round] ?? load) / cpuOf(load)));
  const of = (turns: readonly Turn[]) => rate(median(turns.map(({ perSecond }) => perSecond)));
  const cpu = (turns: readonly Turn[]) =>
    `${median(turns.map(({ databaseMilliseconds }) => databaseMilliseconds)).toFixed(2)} ms of PostgreSQL's CPU, ` +
    `${median(turns.map(({ serverMilliseconds }) => serverMilliseconds)).toFixed(2)} of FreeRADIUS'`;
  const [p50, p99] = (['p50Milliseconds', 'p99Milliseconds'] as const).map((each) =>
    median(ours.map((load) => load[each])).toFixed(1),
  );
  const times = `, p50 ${p50}, p99 ${p99} ms`;
  return [
    {
      name,
      ours: `${of(ours)}${p50 === '0.0' ? '' : times}`,
      limit: of(limit),
      ratio: ratio(limit),
      goal: goals.limit,
    },
    ...(stock.length > 0
      ? [
          {
            name: '  beside FreeRADIUS with its shipped SQL',
            ours: cpu(ours),
            limit: `${of(stock)}, ${cpu(stock)}`,
            ratio: ratio(stock),
            goal: goals.stock,
          },
          // Whoever asks shares the cores here, and in a house he does not.
          { name: '  by the CPU of PostgreSQL and FreeRADIUS for each', ours: '', ratio: byCpu, goal: goals.stock },
        ]
      : []),
  ];
}
