import { complex, flag, link, type Schema, text } from './attribute.js';

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** Ours: what the standard has no word for. In the form that Entra's attribute list takes. */
export const wifiUrn = 'urn:ietf:params:scim:schemas:extension:wifi:2.0:User';

const readOnly = { mutability: 'readOnly' } as const;

/** Only what is kept is declared: validators write random values into whatever is, and read them back. */
export const userSchema: Schema = {
  id: userUrn,
  name: 'User',
  description: 'Somebody who works here',
  attributes: [
    text('userName', 'Name at the directory, unique in this connection', { required: true, uniqueness: 'server' }),
    complex('name', 'The parts of the name', [text('formatted', 'All of it'), text('familyName', 'Surname'), text('givenName', 'First name')]),
    text('displayName', 'Name to show'),
    text('title', 'Job title'),
    text('userType', 'Employee, Contractor, Intern and the like'),
    text('preferredLanguage', 'Language of letters to this person'),
    text('timezone', 'IANA time zone, such as Europe/Vienna'),
    flag('active', 'Whether this person may use the Wi-Fi'),
    complex('emails', 'Addresses for letters', [
      text('value', 'The address'), text('type', 'What it is for', { canonicalValues: ['work', 'home', 'other'] }), flag('primary', 'The preferred one'),
    ], { multiValued: true }),
    complex('addresses', 'The place of work', [
      text('formatted', 'All of it, such as an office'), text('locality', 'Town'), text('region', 'Region'), text('country', 'Country'),
      text('type', 'What it is', { canonicalValues: ['work', 'home', 'other'] }), flag('primary', 'The preferred one'),
    ], { multiValued: true }),
    complex('groups', 'Groups of this person; changed through /Groups', [
      text('value', 'Id of the group', { ...readOnly, caseExact: true }), link('$ref', 'The group', ['Group'], readOnly),
      text('display', 'Name of the group', readOnly), text('type', 'Always direct', readOnly),
    ], { ...readOnly, multiValued: true }),
  ],
};

export const enterpriseSchema: Schema = {
  id: enterpriseUrn,
  name: 'EnterpriseUser',
  description: 'Where this person works',
  attributes: [
    text('employeeNumber', 'Number at the employer'), text('costCenter', 'Cost centre'), text('organization', 'Organization'),
    text('division', 'Division'), text('department', 'Department'),
    complex('manager', 'The manager', [
      text('value', 'Id of the manager', { caseExact: true }), link('$ref', 'The manager', ['User']), text('displayName', 'Name of the manager', readOnly),
    ]),
  ],
};

export const wifiSchema: Schema = {
  id: wifiUrn,
  name: 'WifiUser',
  description: 'When and where Wi-Fi access is wanted',
  attributes: [
    text('startDate', 'First day of access, YYYY-MM-DD at the place of work'), text('endDate', 'Last day of access, YYYY-MM-DD'),
    text('employmentType', 'Employee, Contractor or Intern, where userType says something else'), text('siteCode', 'Place of work'),
  ],
};

export const groupSchema: Schema = {
  id: groupUrn,
  name: 'Group',
  description: 'People who belong together',
  attributes: [
    text('displayName', 'Name, unique in this connection', { required: true, uniqueness: 'server' }),
    complex('members', 'Users of the group', [
      text('value', 'Id of the user', { caseExact: true }), link('$ref', 'The user', ['User'], readOnly),
      text('type', 'Always User', { ...readOnly, canonicalValues: ['User'] }), text('display', 'userName of the user', readOnly),
    ], { multiValued: true }),
  ],
};

/** Of every resource (RFC 7643, 3.1); not part of the schemas that are shown. */
export const commonAttributes = [
  text('id', 'Given by this service', { caseExact: true, ...readOnly, returned: 'always', uniqueness: 'server' }),
  text('externalId', 'Given by the directory', { caseExact: true }),
  complex('meta', 'About the record', [
    text('resourceType', 'User or Group', { caseExact: true, ...readOnly }), { ...text('created', 'When it was made', readOnly), type: 'dateTime' as const },
    { ...text('lastModified', 'When it was changed', readOnly), type: 'dateTime' as const }, link('location', 'Its address', ['uri'], readOnly),
    text('version', 'Its ETag', { caseExact: true, ...readOnly }),
  ], readOnly),
];

export const schemas = [userSchema, groupSchema, enterpriseSchema, wifiSchema];

/** Attributes of the standard that are taken and dropped: refusing a phone number would fail the whole person. */
export const ignoredAttributes: ReadonlySet<string> = new Set([
  'password', 'nickname', 'profileurl', 'locale', 'phonenumbers', 'ims', 'photos', 'entitlements', 'roles', 'x509certificates',
]);
