import { describe, expect, test } from '@jest/globals';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import type { ServesRig } from './rig.js';
import { open } from './session.js';
import { faultsOf } from './valid-facts.js';

/** What is kept with us is answered and stored by provisioning/scim; the connector says what it means. */
export function describeServes(definition: ConnectorDefinition, rig: ServesRig): void {
  const interpret = (body: Buffer) =>
    open(definition, { settings: rig.settings }).connector.serves!.interpret({
      body,
      receivedAt: '2026-05-14T13:12:04.000Z',
      sequence: '00000000000000000042',
    });

  describe('serves', () => {
    test('the same stored change means the same, and is left as it was', () => {
      expect(rig.stored().length).toBeGreaterThan(0);
      for (const stored of rig.stored()) {
        const body = Buffer.from(JSON.stringify(stored));
        const before = Buffer.from(body);
        const changes = interpret(body);
        expect(changes.filter(({ kind }) => kind === 'record' || kind === 'patch').length).toBeGreaterThan(0);
        expect(interpret(body)).toEqual(changes);
        expect(body.equals(before)).toBe(true);
        expect(faultsOf(changes, definition.factKind)).toEqual([]);
      }
    });

    test('a resource of an unknown kind is ignored', () => {
      expect(interpret(Buffer.from(JSON.stringify(rig.unknown()))).filter(({ kind }) => kind !== 'ignored')).toEqual(
        [],
      );
    });

    test('a stored body that cannot be understood is reported, not thrown', () => {
      for (const body of [
        '',
        'null',
        '[]',
        '42',
        '{"not json',
        '{}',
        '{"resource":"user"}',
        '{"resource":"memberships","users":[null,1,"x",{}]}',
        '\u0000\u0001',
      ]) {
        expect(interpret(Buffer.from(body)).filter(({ kind }) => kind !== 'ignored' && kind !== 'malformed')).toEqual(
          [],
        );
      }
    });
  });
}
