import type { Fault, Outside } from './rig.js';

/** What simulators of HTTP APIs can be switched to. */
export interface HttpFaults {
  status?: number;
  retryAfterSeconds?: number;
  silent?: boolean;
  notJson?: boolean;
}

/** An outside whose simulator has this fault from now on. */
export async function faulty(
  fault: Fault,
  outside: Outside & { readonly simulator: { readonly faults: HttpFaults } },
): Promise<Outside> {
  const { faults } = outside.simulator;
  if (typeof fault === 'number') faults.status = fault;
  if (fault === 'rate_limited') Object.assign(faults, { status: 429, retryAfterSeconds: 30 });
  if (fault === 'timeout') faults.silent = true;
  if (fault === 'not_json') faults.notJson = true;
  return fault === 'unreachable' ? gone(outside) : outside;
}

/** Nobody listens at its address any more. */
export async function gone(outside: Outside): Promise<Outside> {
  await outside.stop();
  return { ...outside, stop: () => Promise.resolve() };
}
