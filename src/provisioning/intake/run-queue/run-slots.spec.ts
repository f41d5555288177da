import { expect, it } from '@jest/globals';
import type { ClaimedRun } from './run.js';
import { RunSlots, type WantedRuns } from './run-slots.js';

/** Runs that wait, told by connector and organization; each works until it is ended. */
function world(most: number, mostOfOne: number, waiting: string[]) {
  const ends = new Map<string, () => void>();
  const claim = (wanted: WantedRuns): Promise<ClaimedRun | undefined> => {
    const index = waiting.findIndex((name) => {
      const [connector, organizationId] = name.split(' ');
      return !wanted.notOfConnectors.includes(connector) && !wanted.notOfOrganizations.includes(organizationId);
    });
    if (index < 0) return Promise.resolve(undefined);
    const [name] = waiting.splice(index, 1);
    const [connector, organizationId] = name.split(' ');
    return Promise.resolve({ id: name, connector, organizationId } as ClaimedRun);
  };
  const slots = new RunSlots(
    { modes: ['incremental'], most, mostOfOne },
    claim,
    ({ id }) =>
      new Promise((resolve) => {
        ends.set(id, () => {
          ends.delete(id);
          resolve();
        });
      }),
  );
  slots.open();
  return { slots, running: () => [...ends.keys()], end: (name: string) => ends.get(name)!() };
}

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

it('a vendor that is down leaves slots for the others', async () => {
  const { slots, running } = world(4, 2, ['mews a 1', 'mews b 1', 'mews c 1', 'mews d 1', 'apaleo e 1', 'apaleo f 1']);
  slots.fill();
  await settled();
  expect(running()).toEqual(['mews a 1', 'mews b 1', 'apaleo e 1', 'apaleo f 1']);
});

it('a tenant with many connections leaves slots for the others', async () => {
  const { slots, running } = world(3, 2, ['mews a 1', 'apaleo a 1', 'csv a 1', 'csv b 1']);
  slots.fill();
  await settled();
  expect(running()).toEqual(['mews a 1', 'apaleo a 1', 'csv b 1']);
});

it('a hand that comes free takes what waits, the oldest it may take first', async () => {
  const { slots, running, end } = world(2, 1, ['mews a 1', 'mews b 1', 'apaleo c 1', 'csv d 1']);
  slots.fill();
  await settled();
  expect(running()).toEqual(['mews a 1', 'apaleo c 1']);
  end('apaleo c 1');
  await settled();
  expect(running()).toEqual(['mews a 1', 'csv d 1']);
  end('mews a 1');
  await settled();
  expect(running()).toEqual(['csv d 1', 'mews b 1']);
});

it('what comes while runs are being taken up is taken up too', async () => {
  const waiting = ['mews a 1'];
  const { slots, running } = world(4, 4, waiting);
  slots.fill();
  waiting.push('mews b 1');
  slots.fill();
  await settled();
  expect(running()).toEqual(['mews a 1', 'mews b 1']);
});

it('once closed, slots end what they have and take up nothing', async () => {
  const waiting = ['mews a 1', 'mews b 1'];
  const { slots, running, end } = world(1, 1, waiting);
  slots.fill();
  await settled();
  const closed = slots.close();
  end('mews a 1');
  await closed;
  slots.fill();
  await settled();
  expect({ running: running(), waiting }).toEqual({ running: [], waiting: ['mews b 1'] });
});
