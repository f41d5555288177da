import { complex, flagAttribute, link, type ScimSchema, textAttribute } from './attribute.js';

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** Usher's extension for what the standard lacks, named in the form that Entra's attribute list accepts. */
export const wifiUrn = 'urn:ietf:params:scim:schemas:extension:wifi:2.0:User';

const readOnly = { mutability: 'readOnly' } as const;
const longestName = 256;

/** Declares only stored attributes: validators write random values to every declared one and read them back. */
export const userSchema: ScimSchema = {
  id: userUrn,
  name: 'User',
  description: 'Somebody who works here',
  attributes: [
    textAttribute('userName', 'Name at the directory, unique in this connection', {
      required: true,
      uniqueness: 'server',
      longest: longestName,
    }),
    complex('name', 'The parts of the name', [
      textAttribute('formatted', 'All of it'),
      textAttribute('familyName', 'Surname'),
      textAttribute('givenName', 'First name'),
    ]),
    textAttribute('displayName', 'Name to show', { longest: longestName }),
    textAttribute('title', 'Job title'),
    textAttribute('userType', 'Employee, Contractor, Intern and the like'),
    textAttribute('preferredLanguage', 'Language of letters to this person'),
    textAttribute('timezone', 'IANA time zone, such as Europe/Vienna'),
    flagAttribute('active', 'Whether this person may use the Wi-Fi'),
    complex(
      'emails',
      'Addresses for letters',
      [
        textAttribute('value', 'The address'),
        textAttribute('type', 'What it is for', { canonicalValues: ['work', 'home', 'other'] }),
        flagAttribute('primary', 'The preferred one'),
      ],
      { multiValued: true },
    ),
    complex(
      'addresses',
      'The place of work',
      [
        textAttribute('formatted', 'All of it, such as an office'),
        textAttribute('locality', 'Town'),
        textAttribute('region', 'Region'),
        textAttribute('country', 'Country'),
        textAttribute('type', 'What it is', { canonicalValues: ['work', 'home', 'other'] }),
        flagAttribute('primary', 'The preferred one'),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'Groups of this person; changed through /Groups',
      [
        textAttribute('value', 'Id of the group', { ...readOnly, caseExact: true }),
        link('$ref', 'The group', ['Group'], readOnly),
        textAttribute('display', 'Name of the group', readOnly),
        textAttribute('type', 'Always direct', readOnly),
      ],
      { ...readOnly, multiValued: true },
    ),
  ],
};

export const enterpriseSchema: ScimSchema = {
  id: enterpriseUrn,
  name: 'EnterpriseUser',
  description: 'Where this person works',
  attributes: [
    textAttribute('employeeNumber', 'Number at the employer'),
    textAttribute('costCenter', 'Cost centre'),
    textAttribute('organization', 'Organization'),
    textAttribute('division', 'Division'),
    textAttribute('department', 'Department'),
    complex('manager', 'The manager', [
      textAttribute('value', 'Id of the manager', { caseExact: true }),
      link('$ref', 'The manager', ['User']),
      textAttribute('displayName', 'Name of the manager', readOnly),
    ]),
  ],
};

export const wifiSchema: ScimSchema = {
  id: wifiUrn,
  name: 'WifiUser',
  description: 'When and where Wi-Fi access is wanted',
  attributes: [
    textAttribute('startDate', 'First day of access, YYYY-MM-DD at the place of work'),
    textAttribute('endDate', 'Last day of access, YYYY-MM-DD'),
    textAttribute('employmentType', 'Employee, Contractor or Intern, where userType says something else'),
    textAttribute('siteCode', 'Place of work'),
  ],
};

export const groupSchema: ScimSchema = {
  id: groupUrn,
  name: 'Group',
  description: 'People who belong together',
  attributes: [
    textAttribute('displayName', 'Name, unique in this connection', {
      required: true,
      uniqueness: 'server',
      longest: longestName,
    }),
    complex(
      'members',
      'Users of the group',
      [
        textAttribute('value', 'Id of the user', { caseExact: true }),
        link('$ref', 'The user', ['User'], readOnly),
        textAttribute('type', 'Always User', { ...readOnly, canonicalValues: ['User'] }),
        textAttribute('display', 'userName of the user', readOnly),
      ],
      { multiValued: true },
    ),
  ],
};

/** Of every resource (RFC 7643, 3.1); not part of the schemas that are shown. */
export const commonAttributes = [
  textAttribute('id', 'Given by this service', {
    caseExact: true,
    ...readOnly,
    returned: 'always',
    uniqueness: 'server',
  }),
  textAttribute('externalId', 'Given by the directory', { caseExact: true, longest: longestName }),
  complex(
    'meta',
    'About the record',
    [
      textAttribute('resourceType', 'User or Group', { caseExact: true, ...readOnly }),
      { ...textAttribute('created', 'When it was made', readOnly), type: 'dateTime' as const },
      { ...textAttribute('lastModified', 'When it was changed', readOnly), type: 'dateTime' as const },
      link('location', 'Its address', ['uri'], readOnly),
      textAttribute('version', 'Its ETag', { caseExact: true, ...readOnly }),
    ],
    readOnly,
  ),
];

export type ResourceType = 'User' | 'Group';

/** What a resource consists of, besides the common attributes. */
export const resourceSchemas: Readonly<
  Record<ResourceType, { readonly core: ScimSchema; readonly extensions: readonly ScimSchema[] }>
> = {
  User: { core: userSchema, extensions: [enterpriseSchema, wifiSchema] },
  Group: { core: groupSchema, extensions: [] },
};

export const schemas = [userSchema, groupSchema, enterpriseSchema, wifiSchema];

/** Standard attributes that are accepted and dropped: rejecting a phone number would reject the whole person. */
export const ignoredAttributes: ReadonlySet<string> = new Set([
  'password',
  'nickname',
  'profileurl',
  'locale',
  'phonenumbers',
  'ims',
  'photos',
  'entitlements',
  'roles',
  'x509certificates',
]);
