import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { open } from './session.js';
import { faultsOf } from './valid-facts.js';
/** Every recorded message becomes valid facts, always the same, and what the recording states. */
export function describeRecordings(definition, { recordings, settings }) {
    const files = readdirSync(recordings.folder).filter((name) => name.endsWith('.json')).sort();
    describe('recordings', () => {
        test('there are some', () => {
            expect(files.length).toBeGreaterThan(0);
        });
        test.each(files)('%s', (file) => {
            const recording = JSON.parse(readFileSync(new URL(file, recordings.folder), 'utf8'));
            const meaning = () => recordings.changes(recording, open(definition, { settings: { ...settings.valid, ...recording.settings } }).connector);
            const changes = meaning();
            expect(recording.title.trim()).not.toBe('');
            expect(faultsOf(changes, definition.factKind)).toEqual([]);
            expect(meaning()).toEqual(changes);
            if (recording.changes)
                expect(JSON.parse(JSON.stringify(changes))).toEqual(recording.changes);
        });
    });
}
//# sourceMappingURL=recordings-contract.js.map