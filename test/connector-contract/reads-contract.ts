import { describe, expect, test } from '@jest/globals';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { keysOf, sorted } from './keys.js';
import { connected } from './polls-contract.js';
import type { ReadsRig } from './rig.js';
import { faultsOf } from './valid-facts.js';

export function describeReads(definition: ConnectorDefinition, rig: ReadsRig): void {
  describe('reads', () => {
    test('gives the records that hints name, and writes nothing', async () => {
      const outside = await rig.start();
      await connected(definition, outside, async (connector) => {
        const changes = await connector.reads!.read(outside.existing, AbortSignal.timeout(200_000));
        expect(sorted(keysOf(changes))).toEqual(sorted(outside.keys));
        expect(faultsOf(changes, definition.factKind)).toEqual([]);
      });
      expect(outside.written()).toBe(0);
    });

    test('a record that is not there gives no record and no error', async () => {
      const outside = await rig.start();
      await connected(definition, outside, async (connector) => {
        expect(keysOf(await connector.reads!.read(outside.missing, AbortSignal.timeout(200_000)))).toEqual([]);
      });
    });

    test('asking for nothing gives nothing', async () => {
      const outside = await rig.start();
      await connected(definition, outside, async (connector) => {
        expect(await connector.reads!.read([], AbortSignal.timeout(200_000))).toEqual([]);
      });
    });
  });
}
