import { describe, expect, test } from '@jest/globals';
import type { ChargeAnswer } from '../../src/provisioning/connector/charges.js';
import { ConnectorProblem } from '../../src/provisioning/connector/connector-problem.js';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { faulty, gone } from './faulty.js';
import type { ChargesRig, ChargingOutside } from './rig.js';
import { open } from './session.js';

/** What the engine may believe of a connector that charges rooms by a call: no guest pays twice, or for nothing. */
export function describeCharges(definition: ConnectorDefinition, rig: ChargesRig): void {
  describe('charges', () => {
    test('stands on the bill once, by a number that the hotel system gave it', async () => {
      const { told, booked } = await charged(definition, await rig.start());
      expect(told).toEqual({ status: 'accepted', code: expect.stringMatching(/\S/) });
      expect(booked).toBe(1);
    });

    test('is refused by the hotel system with a reason, and then stands on no bill', async () => {
      const outside = await rig.start();
      outside.refuse();
      const { told, booked } = await charged(definition, outside);
      expect(told).toEqual({
        status: 'refused',
        reason: expect.stringMatching(/\S/),
        code: expect.stringMatching(/\S/),
      });
      expect(booked).toBe(0);
    });

    test('of a stay that the hotel system does not know is refused', async () => {
      const outside = await rig.start();
      const { reservation } = outside.charge;
      const charge = { ...outside.charge, reservation: reservation!.replaceAll(/[^/]+/g, 'nobody') };
      const { told, booked } = await charged(definition, { ...outside, charge });
      expect({ ...told, booked }).toMatchObject({ status: 'refused', booked: 0 });
    });

    const then = rig.isRecognised ? 'is told again, and booked once' : 'is told once, and unclear';
    test(`whose answer is lost ${then}`, async () => {
      const outside = await rig.start();
      outside.lose();
      const { told, booked } = await charged(definition, outside);
      expect(told).toMatchObject({ status: rig.isRecognised ? 'accepted' : 'unclear' });
      expect(booked).toBeLessThanOrEqual(1);
    });

    test.each(['rate_limited', 'unreachable'] as const)('can be told later when it meets %s', async (fault) => {
      const outside = await rig.start();
      const { connector } = open(definition, outside);
      if (fault === 'unreachable') await gone(outside);
      else await faulty(fault, outside);
      const problem: unknown = await connector.charges!.charge!(outside.charge, AbortSignal.timeout(200_000)).catch(
        (error: unknown) => error,
      );
      expect(problem).toBeInstanceOf(ConnectorProblem);
      expect([problem, outside.booked()]).toEqual([expect.objectContaining({ code: fault }), 0]);
      await connector.close?.();
      if (fault !== 'unreachable') await outside.stop();
    });

    test('no room is charged by a connection that does not say in which currency', async () => {
      const outside = await rig.start();
      const { connector } = open(definition, {
        ...outside,
        settings: { ...outside.settings, charge_currency: undefined },
      });
      expect(connector.charges).toBeUndefined();
      await connector.close?.();
      await outside.stop();
    });
  });
}

async function charged(
  definition: ConnectorDefinition,
  outside: ChargingOutside,
): Promise<{ readonly told: ChargeAnswer; readonly booked: number }> {
  const { connector } = open(definition, outside);
  try {
    const told = await connector.charges!.charge!(outside.charge, AbortSignal.timeout(200_000));
    return { told, booked: outside.booked() };
  } finally {
    await connector.close?.();
    await outside.stop();
  }
}
