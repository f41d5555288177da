import { describe, expect, test } from '@jest/globals';
import { settingsOf, settingsSchema } from '../../src/provisioning/connector/setting.js';
import { refusedFields } from './session.js';
export function describeSettings(definition, { settings }) {
    const declared = settingsOf(definition.settings);
    describe('settings', () => {
        test('valid ones are accepted without a network', () => {
            expect(refusedFields(definition, settings.valid)).toEqual([]);
        });
        test.each(Object.keys(settings.invalid))('a bad %s is refused by name', (field) => {
            expect(refusedFields(definition, { ...settings.valid, [field]: settings.invalid[field] })).toEqual([field]);
        });
        test('each field has a value that is refused', () => {
            expect(Object.keys(settings.invalid).sort()).toEqual([...declared.keys()].sort());
        });
        test('an unknown field is refused by name', () => {
            expect(refusedFields(definition, { ...settings.valid, no_such_setting: 1 })).toEqual(['no_such_setting']);
        });
        test('each required field is missed by name', () => {
            const required = settingsSchema(definition.settings).required;
            for (const field of required) {
                const rest = Object.fromEntries(Object.entries(settings.valid).filter(([name]) => name !== field));
                expect(refusedFields(definition, rest)).toEqual([field]);
            }
        });
        test('names are the ones of the API: snake_case, with a title', () => {
            for (const [name, { title }] of declared) {
                expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
                expect(title.trim()).not.toBe('');
            }
        });
    });
}
//# sourceMappingURL=settings-contract.js.map