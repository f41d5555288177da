import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { familyCpu } from '../radius/family-cpu.js';
import { pause } from '../service-process.js';

/** Milliseconds of CPU. Unlike time it says the same on a machine that does other work, too. */
export interface Cpu {
  readonly service: number;
  readonly database: number;
}

/** What something cost, and what the same machine took at that time for a statement that asks for nothing stored. */
export interface Cost extends Cpu {
  readonly statement: number;
}

export interface Measured {
  readonly pid: number;
  readonly postmaster: number;
  readonly sql: Pool;
}

const statementsMeasured = 3_000;

export function cpuOf({ pid, postmaster }: Measured): Cpu {
  return { service: processCpu(pid), database: familyCpu(postmaster) };
}

/** Clock ticks of Linux: 100 a second. Fields 14 and 15 of proc(5), counted from the program's name. */
function processCpu(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Milliseconds of PostgreSQL's CPU: between two columns a shared machine may become twice as slow. */
async function statementCost({ postmaster, sql }: Measured): Promise<number> {
  const before = familyCpu(postmaster);
  for (let each = 0; each < statementsMeasured; each += 1)
    await sql.query('select count(*) from generate_series(1, $1::int)', [20]);
  return (familyCpu(postmaster) - before) / statementsMeasured;
}

/** Milliseconds of CPU in a second without anything to do. */
export async function atRest(of: Measured, seconds: number): Promise<Cost> {
  const before = cpuOf(of);
  const startedAt = performance.now();
  await pause(seconds * 1000);
  const after = cpuOf(of);
  const passed = (performance.now() - startedAt) / 1000;
  return {
    service: (after.service - before.service) / passed,
    database: (after.database - before.database) / passed,
    statement: await statementCost(of),
  };
}

/** What one of `count` costs, without what would have been used at rest meanwhile. */
export async function costOf(of: Measured, rest: Cpu, count: number, work: () => Promise<unknown>): Promise<Cost> {
  const first = await statementCost(of);
  const before = cpuOf(of);
  const startedAt = performance.now();
  await work();
  const after = cpuOf(of);
  const passed = (performance.now() - startedAt) / 1000;
  const each = (part: keyof Cpu) => (after[part] - before[part] - rest[part] * passed) / count;
  const cost = { service: each('service'), database: each('database') };
  return { ...cost, statement: (first + (await statementCost(of))) / 2 };
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
