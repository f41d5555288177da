import { type About, Field } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { allPermissions } from './permission-vocabulary.js';

const known: ReadonlySet<unknown> = new Set(allPermissions);

/** A list of `<area>:read` and `<area>:write`, each once. */
export function PermissionsField(about?: About): PropertyDecorator {
  return Field(permissions, {
    isArray: true,
    enum: allPermissions,
    enumName: 'Permission',
    example: ['users:read', 'vouchers:write'],
    ...about,
  } as About);
}

function permissions(value: unknown): unknown {
  if (!Array.isArray(value)) return new Wrong('must be a list');
  if (!value.every((each) => known.has(each))) return new Wrong('must be permissions such as users:read');
  return new Set(value).size === value.length ? value : new Wrong('must name each one once');
}
