import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import type { UngroupedPerson } from '../contract/proven-person.js';
import {
  attributeOf,
  assertionAttributes,
  elementsOf,
  elementText,
  type AssertionElement,
} from './signed-assertion.js';

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const microsoft = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Attribute names of Entra ID and AD FS, Okta and Google (free names), and eduPerson; in lower case. */
const names = {
  email: ['email', 'mail', 'emailaddress', `${claims}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['firstname', 'first_name', 'givenname', `${claims}/givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['lastname', 'last_name', 'surname', 'sn', `${claims}/surname`, 'urn:oid:2.5.4.4'],
  groups: [
    'groups',
    'group',
    'memberof',
    'roles',
    `${microsoft}/groups`,
    `${microsoft}/role`,
    'http://schemas.xmlsoap.org/claims/group',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  ],
};

/**
 * By the provider's settings `username_attribute`, NameID or the name of an attribute, and `subject_attribute`.
 * @throws Error when the assertion names nobody, or uses a transient name
 */
export function personOf(assertion: AssertionElement, settings: ProviderSettings): UngroupedPerson {
  const usernameAttribute = settings.username_attribute as string;
  const subjectAttribute = settings.subject_attribute as string | undefined;
  const [nameId] = elementsOf(elementsOf(assertion, 'Subject')[0], 'NameID');
  const attributes = assertionAttributes(assertion);
  const folded = new Map([...attributes].map(([name, values]) => [name.toLowerCase(), values]));
  const valuesOf = (known: readonly string[]) => known.flatMap((name) => folded.get(name) ?? []);
  const format = attributeOf(nameId, 'Format');
  const isByName = usernameAttribute === 'NameID';
  const username = isByName ? elementText(nameId) : (valuesOf([usernameAttribute.toLowerCase()])[0] ?? null);
  if (username === null) throw new Error(`The answer has no ${usernameAttribute}`);
  const isTransient = format === transientFormat;
  if (isTransient && isByName)
    throw new Error('The NameID is transient, another one each time: send a persistent one, or set username_attribute');
  const named = isTransient ? username : (elementText(nameId) ?? username);
  const subject = subjectAttribute === undefined ? named : valuesOf([subjectAttribute.toLowerCase()])[0];
  if (subject === undefined) throw new Error(`The answer has no ${subjectAttribute}`);
  const email = valuesOf(names.email)[0] ?? (format === emailFormat ? elementText(nameId) : null);
  return {
    subject,
    username,
    email,
    // The organization's own provider vouches for it.
    isEmailVerified: email !== null,
    firstName: valuesOf(names.firstName)[0] ?? null,
    lastName: valuesOf(names.lastName)[0] ?? null,
    groups: [...new Set(valuesOf(names.groups))],
    claims: Object.fromEntries(attributes),
  };
}
