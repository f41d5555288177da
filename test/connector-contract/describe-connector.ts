import { describe, expect, test } from '@jest/globals';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { describeCharges } from './charges-contract.js';
import { describeErrors, describeManners } from './http-contract.js';
import { describeExamines } from './examines-contract.js';
import { describeListens } from './listens-contract.js';
import { describePolls } from './polls-contract.js';
import { describeReads } from './reads-contract.js';
import { describeReceives } from './receives-contract.js';
import { describeRecordings } from './recordings-contract.js';
import { abilities, type ConnectorRig } from './rig.js';
import { open } from './session.js';
import { describeServes } from './serves-contract.js';
import { describeSettings } from './settings-contract.js';
import { describeSpec } from './spec-contract.js';
import { describeSnapshots } from './snapshots-contract.js';
import { describeConnectionTest } from './connection-test-contract.js';

/**
 * What every connector promises the engine. Groups run for the abilities that are declared; one without a rig fails.
 */
export function describeConnector<Settings extends object>(
  typed: ConnectorDefinition<Settings>,
  rig: ConnectorRig,
): void {
  const definition = typed as unknown as ConnectorDefinition;
  const { key, abilities: declared } = definition;

  describe(`connector ${key}`, () => {
    test('has a stable key, a name and set-up instructions', () => {
      expect(key).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(definition.name.trim()).not.toBe('');
      expect(definition.setUp.length).toBeGreaterThan(100);
      expect(new Set(declared).size).toBe(declared.length);
    });

    test.each(abilities)('%s is declared exactly when it is implemented, and is proven by a rig', (ability) => {
      const { connector } = open(definition, { settings: rig.settings.valid });
      const isDeclared = declared.includes(ability);
      expect({
        implemented: connector[ability] !== undefined,
        rigged: rig[ability as keyof ConnectorRig] !== undefined,
      }).toEqual({ implemented: isDeclared, rigged: isDeclared });
    });

    test('asks for schedules only where it can be asked', () => {
      expect(definition.schedule.full !== null).toBe(declared.includes('snapshots'));
      expect(definition.schedule.incremental !== null).toBe(declared.includes('polls'));
      expect(definition.absence.scans).toBeGreaterThanOrEqual(1);
    });

    describeSettings(definition, rig);
    describeConnectionTest(definition, rig);
    describeRecordings(definition, rig);
    if (rig.receives) describeReceives(definition, rig.receives);
    if (rig.polls) describePolls(definition, rig.polls);
    if (rig.snapshots) describeSnapshots(definition, rig.snapshots);
    if (rig.reads) describeReads(definition, rig.reads);
    if (rig.serves) describeServes(definition, rig.serves);
    if (rig.examines) describeExamines(definition, rig.examines);
    if (rig.listens) describeListens(definition, rig.listens);
    if (rig.charges) describeCharges(definition, rig.charges);
    if (rig.spec) describeSpec(definition, rig, rig.spec);
    if (rig.errors) describeErrors(definition, rig.errors);
    if (rig.manners) describeManners(definition, rig.manners);
  });
}
