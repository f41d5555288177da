import type { ScimAttribute } from './attribute.js';
import { resourceSchemas, schemas } from './schemas.js';

const listResponseUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const mostResults = 200;

/**
 * The same for every organization, hence readable without a token (RFC 7643, 5). `base`: address of the service, as
 * links begin.
 */
export function serviceProviderConfig(base: string): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostResults },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token of one connection, shown when it is made',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string): Record<string, unknown>[] {
  return Object.entries(resourceSchemas).map(([id, { core, extensions }]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint: `/${id}s`,
    description: core.description,
    schema: core.id,
    ...(extensions.length > 0
      ? { schemaExtensions: extensions.map((each) => ({ schema: each.id, required: false })) }
      : {}),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));
}

export function schemaDocuments(base: string): Record<string, unknown>[] {
  return schemas.map(({ id, name, description, attributes }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes: attributes.map(shown),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));
}

function shown(attribute: ScimAttribute): object {
  const { subAttributes, longest: _, ...rest } = attribute;
  return { ...rest, ...(subAttributes ? { subAttributes: subAttributes.map(shown) } : {}) };
}

export function listResponse(resources: readonly unknown[], totalResults = resources.length, startIndex = 1): object {
  return { schemas: [listResponseUrn], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}
