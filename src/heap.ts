import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const youngMebibytes = 16;
const growingPercent = 50;

/*
 * Comes before everything else. V8 reckons with the memory of the machine: on a large one its young generation takes up
 * to 128 MB while 10 are in use, and the old one may triple with garbage before it is collected. Idle that was 60 MB
 * for nothing, during a bulk job 250. Here the young generation grows to 16 MB and no further, and the old one by half
 * of what lives in it. While little is done V8 makes the young one smaller, down to 2 MB, so after each collection is
 * looked whether it may grow: at 2 MB there are six times as many, and more grows old than need be. Both flags are read
 * whenever a generation is about to grow; --max-semi-space-size is read before any script runs, and whoever gives that
 * one means it.
 */
const isDecided = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some(
  (option) => option.includes('semi-space') || option.includes('old-space'),
);
if (!isDecided) {
  growYoungGeneration();
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
  holdYoungGeneration();
  new PerformanceObserver(holdYoungGeneration).observe({ entryTypes: ['gc'] });
}

/** Called after collections: V8 lets it grow by this factor in the next one, should much survive. */
function holdYoungGeneration(): void {
  setFlagsFromString(`--semi-space-growth-factor=${youngSize() < youngMebibytes ? 2 : 1}`);
}

/** It grows when much of it survives: some milliseconds of allocating, bounded should another V8 count differently. */
function growYoungGeneration(): void {
  let kept: number[][] = [];
  for (let round = 0; round < 4000 && youngSize() < youngMebibytes; round += 1) {
    for (let count = 0; count < 100; count += 1) kept.push(Array.from<number>({ length: 64 }).fill(round));
    if (kept.length > 20_000) kept = [];
  }
}

function youngSize(): number {
  return (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0) / 2 ** 20;
}
