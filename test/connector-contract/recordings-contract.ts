import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type ConnectorDefinition, definitionBy } from '../../src/provisioning/connector/connector.js';
import type { ConnectorRig, Recording } from './rig.js';
import { open } from './session.js';
import { faultsOf } from './valid-facts.js';

/** Every recorded message becomes valid facts, always the same, and what the recording states. */
export function describeRecordings(definition: ConnectorDefinition, { recordings, settings }: ConnectorRig): void {
  const files = readdirSync(recordings.folder)
    .filter((name) => name.endsWith('.json'))
    .sort();

  describe('recordings', () => {
    test('there are some', () => {
      expect(files.length).toBeGreaterThan(0);
    });

    test.each(files)('%s', (file) => {
      const recording = JSON.parse(readFileSync(new URL(file, recordings.folder), 'utf8')) as Recording;
      const values = { ...settings.valid, ...recording.settings };
      const meaning = () => recordings.changes(recording, open(definition, { settings: values }).connector);
      const changes = meaning();

      expect(recording.title.trim()).not.toBe('');
      expect(faultsOf(changes, definitionBy(definition, values).factKind)).toEqual([]);
      expect(meaning()).toEqual(changes);
      if (recording.changes) expect(JSON.parse(JSON.stringify(changes))).toEqual(recording.changes);
    });
  });
}
