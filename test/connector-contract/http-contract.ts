import { describe, expect, test } from '@jest/globals';
import { ConnectorProblem, type ConnectorProblemCode } from '../../src/provisioning/connector/connector-problem.js';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { ManualClock, eventually } from '../kernel/manual-clock.js';
import type { ErrorsRig, Fault, MannersRig } from './rig.js';
import { open, secretsOf } from './session.js';

const usual: Readonly<Record<Fault, ConnectorProblemCode>> = {
  401: 'credentials_refused',
  403: 'credentials_refused',
  404: 'gone',
  409: 'record_conflict',
  422: 'record_malformed',
  rate_limited: 'rate_limited',
  500: 'upstream_broken',
  503: 'upstream_broken',
  timeout: 'unreachable',
  not_json: 'upstream_broken',
  unreachable: 'unreachable',
};
const faults = Object.keys(usual).map((name) => (/^\d+$/.test(name) ? Number(name) : name) as Fault);

export function describeErrors(definition: ConnectorDefinition, rig: ErrorsRig): void {
  describe('errors', () => {
    test.each(faults)('%s reaches the engine as one stated problem', async (fault) => {
      const outside = await rig.start(fault);
      const clock = outside.clock ?? new ManualClock();
      const { connector, log } = open(fault === 'timeout' ? impatient(definition) : definition, { ...outside, clock });
      try {
        const problem: unknown = await rig.call(connector, AbortSignal.timeout(200_000)).then(
          () => undefined,
          (failure: unknown) => failure,
        );
        expect(problem).toBeInstanceOf(ConnectorProblem);
        const { code, message, details } = problem as ConnectorProblem;
        expect(code).toBe(rig.codes?.[fault] ?? usual[fault]);
        if (code === 'rate_limited')
          expect(Date.parse(details.retryAt ?? '') - clock.milliseconds()).toBeGreaterThan(0);
        for (const secret of secretsOf(definition, outside.settings))
          expect(`${message} ${log.lines.join('\n')}`).not.toContain(secret);
      } finally {
        await connector.close?.();
        await outside.stop();
      }
    });
  });
}

export function describeManners(definition: ConnectorDefinition, rig: MannersRig): void {
  describe('manners', () => {
    test('keeps to its budget, and goes on when the window has passed', async () => {
      const clock = new ManualClock();
      const outside = await rig.start();
      const { connector } = open(definition, { ...outside, clock });
      try {
        let finished = false;
        const work = rig.busy(connector, AbortSignal.timeout(200_000)).finally(() => {
          finished = true;
        });
        await eventually('the budget is spent', () => finished || outside.requests() >= rig.limit.requests);
        await settle();
        expect(finished).toBe(false);
        expect(outside.requests()).toBe(rig.limit.requests);
        await eventually('the rest is done', async () => {
          // While a request is on its way no time passes: on a busy machine days would, and it asked for other days.
          if (clock.isAwaited) await clock.advance(rig.limit.windowSeconds);
          return finished;
        });
        await work;
        expect(outside.requests()).toBeGreaterThan(rig.limit.requests);
      } finally {
        await connector.close?.();
        await outside.stop();
      }
    });

    test('stops promptly when it is given up while it waits', async () => {
      const outside = await rig.start();
      const { connector } = open(definition, { ...outside, clock: new ManualClock() });
      const giveUp = new AbortController();
      const work = rig.busy(connector, giveUp.signal).then(
        () => 'finished',
        () => 'given up',
      );
      await eventually('the budget is spent', () => outside.requests() >= rig.limit.requests);
      giveUp.abort();
      expect(await work).toBe('given up');
      await connector.close?.();
      await outside.stop();
    });
  });
}

/**
 * The same connector with less time for each request: who never answers need not be waited for as long as in earnest.
 */
function impatient(definition: ConnectorDefinition): ConnectorDefinition {
  return {
    ...definition,
    connect: (session) =>
      definition.connect({
        ...session,
        http: { request: (request) => session.http.request({ ...request, timeoutMilliseconds: 500 }) },
      }),
  };
}

/** Lets requests that should not have been sent arrive. */
async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
}
