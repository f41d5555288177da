import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { familyCpu } from '../radius/family-cpu.js';
import { pause } from '../service-process.js';

/** Milliseconds of CPU. Unlike time it says the same on a machine that does other work, too. */
export interface Cpu {
  readonly service: number;
  readonly database: number;
}

export interface Measured {
  readonly pid: number;
  readonly postmaster: number;
}

export function cpuOf({ pid, postmaster }: Measured): Cpu {
  return { service: processCpu(pid), database: familyCpu(postmaster) };
}

/** Clock ticks of Linux: 100 a second. Fields 14 and 15 of proc(5), counted from the program's name. */
function processCpu(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Milliseconds of CPU in a second without anything to do. */
export async function atRest(of: Measured, seconds: number): Promise<Cpu> {
  const before = cpuOf(of);
  const startedAt = performance.now();
  await pause(seconds * 1000);
  const after = cpuOf(of);
  const passed = (performance.now() - startedAt) / 1000;
  return {
    service: (after.service - before.service) / passed,
    database: (after.database - before.database) / passed,
  };
}

/** What one of `count` costs, without what would have been used at rest meanwhile. */
export async function costOf(of: Measured, rest: Cpu, count: number, work: () => Promise<unknown>): Promise<Cpu> {
  const before = cpuOf(of);
  const startedAt = performance.now();
  await work();
  const after = cpuOf(of);
  const passed = (performance.now() - startedAt) / 1000;
  const each = (part: keyof Cpu) => (after[part] - before[part] - rest[part] * passed) / count;
  return { service: each('service'), database: each('database') };
}

/**
 * `BENCH_STATEMENTS=10`: the statements that took most of the database's time meanwhile, for whoever looks for what
 * grows. What counts them costs some time itself.
 */
export async function withStatements<Result>(sql: Pool, title: string, work: () => Promise<Result>): Promise<Result> {
  const most = Number(process.env.BENCH_STATEMENTS ?? 0);
  if (most === 0) return work();
  await sql.query('create extension if not exists pg_stat_statements');
  await sql.query('select pg_stat_statements_reset()');
  const result = await work();
  const { rows } = await sql.query<{ calls: string; ms: number; text: string }>(
    `select calls, total_exec_time + total_plan_time as ms, regexp_replace(query, '\\s+', ' ', 'g') as text
     from pg_stat_statements order by 2 desc limit $1`,
    [most],
  );
  process.stderr.write(`${title}\n`);
  for (const { calls, ms, text } of rows)
    process.stderr.write(`  ${ms.toFixed(0).padStart(7)} ms ${calls.padStart(7)}x ${text.slice(0, 160)}\n`);
  return result;
}
