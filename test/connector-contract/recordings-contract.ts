import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type ConnectorDefinition, definitionBy } from '../../src/provisioning/connector/connector.js';
import type { ConnectorRig, Recording } from './rig.js';
import { open } from './session.js';
import { faultsOf } from './valid-facts.js';

/** Every recorded message becomes valid facts, always the same, and what the recording states. */
export function describeRecordings(definition: ConnectorDefinition, { recordings, settings }: ConnectorRig): void {
  const recorded = recordingsIn(recordings.folder);

  describe('recordings', () => {
    test('there are some', () => {
      expect(recorded.length).toBeGreaterThan(0);
    });

    test.each(recorded)('%s', (_, recording) => {
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

function recordingsIn(place: URL | readonly Recording[]): (readonly [name: string, recording: Recording])[] {
  if (!(place instanceof URL)) return place.map((recording) => [recording.title, recording]);
  return readdirSync(place)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(new URL(name, place), 'utf8')) as Recording]);
}
