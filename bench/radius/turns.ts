import type { PortPair } from '../../src/radius/freeradius/run-folder.js';
import { refuseErrors } from '../load.js';
import { type Figure, median, rate } from '../report.js';
import type { RadiusLoad } from './access-points.js';
import { databaseCpu } from './database-cpu.js';

export type Peer = 'ours' | 'stock' | 'limit';

/** Where each of them listens that runs. */
export type Ports = Readonly<Partial<Record<Peer, PortPair>>>;

/** One turn of one of them: what it did a second, and what that cost PostgreSQL. */
export interface Turn extends RadiusLoad {
  readonly databaseMilliseconds: number;
}

export async function inTurns(
  { ports, postmaster }: { readonly ports: Ports; readonly postmaster: number },
  rounds: number,
  turn: (peer: Peer, ports: PortPair, round: number) => Promise<RadiusLoad>,
): Promise<Readonly<Record<Peer, Turn[]>>> {
  const turns: Record<Peer, Turn[]> = { ours: [], stock: [], limit: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const peer of ['limit', 'stock', 'ours'] as const) {
      const at = ports[peer];
      if (!at) continue;
      const before = databaseCpu(postmaster);
      const load = await turn(peer, at, round);
      const databaseMilliseconds = (databaseCpu(postmaster) - before) / load.answered;
      turns[peer].push({ ...load, databaseMilliseconds });
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
  const of = (turns: readonly Turn[]) => rate(median(turns.map(({ perSecond }) => perSecond)));
  const cpu = (turns: readonly Turn[]) =>
    `${median(turns.map(({ databaseMilliseconds }) => databaseMilliseconds)).toFixed(2)} ms of PostgreSQL's CPU`;
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
        ]
      : []),
  ];
}
