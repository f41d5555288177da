import { describe, expect, test } from '@jest/globals';
import type { Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { listed } from './rest-rig.js';
import type { ConnectorRig, Outside, SpecRig } from './rig.js';
import { open } from './session.js';
import { VendorSpecification } from './specification.js';

/**
 * The vendor's own specification judges both sides: what the connector asks, and what the simulator answers, which
 * would otherwise be what we believe of the vendor twice.
 */
export function describeSpec(definition: ConnectorDefinition, rig: ConnectorRig, words: SpecRig): void {
  describe('specification', () => {
    test('every request and every answer is as the vendor describes it', async () => {
      const specification = new VendorSpecification(words);
      const found = new Set<string>();
      let exchanges = 0;
      const judged = async (outside: Outside, use: (connector: Connector, signal: AbortSignal) => Promise<unknown>) => {
        const { connector } = open(
          definition,
          outside,
          () => undefined,
          (request, answer) => {
            exchanges += 1;
            for (const fault of specification.faults(request, answer)) found.add(fault);
          },
        );
        try {
          await use(connector, AbortSignal.timeout(200_000));
        } finally {
          await connector.close?.();
          await outside.stop();
        }
      };
      await judged(await rig.test!.reachable(), (connector, signal) => connector.test(signal));
      if (rig.snapshots) await judged(await rig.snapshots.start(rig.snapshots.many ?? 25), listed);
      if (rig.polls) {
        const changed = await rig.polls.start(3);
        await judged(changed, async (connector, signal) => {
          for await (const page of connector.polls!.changes(changed.since, signal)) if (!page) return;
        });
      }
      if (rig.reads) {
        const read = await rig.reads.start();
        await judged(read, (connector, signal) => connector.reads!.read(read.existing, signal));
      }
      if (rig.charges) {
        const charging = await rig.charges.start();
        await judged(charging, (connector, signal) => connector.charges!.charge!(charging.charge, signal));
      }
      expect(exchanges).toBeGreaterThan(1);
      // One that is no fault any more is taken away.
      expect([...found].sort()).toEqual((words.deviations ?? []).map(({ at }) => at).sort());
    });
  });
}
