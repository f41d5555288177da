import { type ScimAttribute, attributeNamed } from './attribute.js';
import {
  commonAttributes,
  enterpriseSchema,
  enterpriseUrn,
  ignoredAttributes,
  resourceSchemas,
  type ResourceType,
} from './schemas.js';

/** The position of an attribute in a resource. */
export interface AttributePlace {
  /** Null: the core schema. */
  readonly urn: string | null;
  readonly attribute: ScimAttribute;
  readonly sub?: ScimAttribute;
}

/** `ignored`: standard but not stored. `unknown`: in no schema. `extension`: a whole extension. */
export type Found =
  | { readonly kind: 'place'; readonly place: AttributePlace }
  | { readonly kind: 'extension'; readonly urn: string }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unknown' };

const everyExtension = Object.values(resourceSchemas).flatMap(({ extensions }) => extensions);
const nameForm = /^[A-Za-z$][\w$-]*$/;

/** A Microsoft example writes the enterprise schema without its last colon. */
function properUrn(text: string): string {
  return text.replace(/^(urn:ietf:params:scim:schemas:(?:core|extension:[\w-]+):2\.0)(User|Group)\b/i, '$1:$2');
}

/** `userName`, `name.givenName`, `urn:…:User:department`, `urn:…:User:manager.value`, or an extension's urn alone. */
export function findPlace(type: ResourceType, written: string): Found {
  const text = properUrn(written.trim());
  if (!/^urn:/i.test(text)) return inCore(type, text);
  const { core, extensions } = resourceSchemas[type];
  const whole = everyExtension.find(({ id }) => id.toLowerCase() === text.toLowerCase());
  if (whole) return extensions.includes(whole) ? { kind: 'extension', urn: whole.id } : { kind: 'unknown' };
  const at = text.lastIndexOf(':');
  const [urn, rest] = [text.slice(0, at).toLowerCase(), text.slice(at + 1)];
  if (urn === core.id.toLowerCase()) return inCore(type, rest);
  const extension = extensions.find(({ id }) => id.toLowerCase() === urn);
  if (extension) return within(extension.attributes, rest, extension.id);
  // An extension of another product: accepted and dropped, like a phone number.
  return nameForm.test(rest.split('.', 1)[0]) && urn.length > 4 ? { kind: 'ignored' } : { kind: 'unknown' };
}

export function extensionAttributes(urn: string): readonly ScimAttribute[] {
  return everyExtension.find(({ id }) => id === urn)?.attributes ?? [];
}

function inCore(type: ResourceType, text: string): Found {
  const found = within([...commonAttributes, ...resourceSchemas[type].core.attributes], text, null);
  if (found.kind !== 'unknown') return found;
  const first = text.split('.', 1)[0].toLowerCase();
  if (type === 'User' && first === 'manager') return within(enterpriseSchema.attributes, text, enterpriseUrn);
  if (first === 'schemas') return { kind: 'ignored' };
  return type === 'User' && ignoredAttributes.has(first) ? { kind: 'ignored' } : found;
}

function within(attributes: readonly ScimAttribute[], text: string, urn: string | null): Found {
  const [name, subName, ...more] = text.split('.');
  const attribute = attributeNamed(attributes, name);
  if (!attribute || more.length > 0) return { kind: 'unknown' };
  if (subName === undefined) return { kind: 'place', place: { urn, attribute } };
  const sub = attributeNamed(attribute.subAttributes ?? [], subName);
  if (sub) return { kind: 'place', place: { urn, attribute, sub } };
  // Parts of a name or an address that are not stored.
  const isStandard =
    ['name', 'addresses', 'emails', 'manager'].includes(attribute.name) && ignoredParts.has(subName.toLowerCase());
  return { kind: isStandard ? 'ignored' : 'unknown' };
}

const ignoredParts: ReadonlySet<string> = new Set([
  'middlename',
  'honorificprefix',
  'honorificsuffix',
  'streetaddress',
  'postalcode',
  'display',
  '$ref',
]);
