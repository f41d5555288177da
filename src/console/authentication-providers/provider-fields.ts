import { readFlag, id, readOrNull, readText, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';
import { providerTypes, type ProviderValues } from './authentication-provider.js';

/** What may be said about a provider; its settings are read once the type is known. */
export const providerFields = new FieldTable<ProviderValues>([
  { api: 'name', name: 'name', read: readText(128) },
  { api: 'type', name: 'type', read: type },
  { api: 'settings', name: 'settings', read: settings },
  { api: 'table_id', name: 'groupId', read: readOrNull(id) },
  { api: 'disabled', name: 'disabled', read: readFlag },
]);

function type(value: unknown): unknown {
  return (providerTypes as readonly unknown[]).includes(value)
    ? value
    : new Wrong(`must be one of ${providerTypes.join(', ')}`);
}

function settings(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : new Wrong('must be an object');
}
