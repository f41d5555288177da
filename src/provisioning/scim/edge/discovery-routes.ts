import { listResponse, resourceTypes, schemaDocuments, serviceProviderConfig } from '../schema/discovery.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { notAllowed, type ScimAnswer, type ScimCall } from './scim-routes.js';

/** Documents about the service itself (RFC 7644, 4). @throws ScimProblem 403 to a filter, 404, 405 */
export function discovered(base: string, { method, resource, id, query }: ScimCall): ScimAnswer {
  const documents = documentsAt(base, resource);
  if (!documents || (id !== null && !Array.isArray(documents)))
    throw new ScimProblem(404, 'There is nothing at this path');
  if (method !== 'GET') throw notAllowed(['GET']);
  if (Object.keys(query).some((name) => name.toLowerCase() === 'filter'))
    throw new ScimProblem(403, 'These documents cannot be filtered');
  if (!Array.isArray(documents)) return { status: 200, body: documents };
  if (id === null) return { status: 200, body: listResponse(documents) };
  const found = documents.find((each) => String(each.id).toLowerCase() === id.toLowerCase());
  if (!found) throw ScimProblem.notFound(resource, id);
  return { status: 200, body: found };
}

function documentsAt(base: string, resource: string): object | Record<string, unknown>[] | undefined {
  switch (resource) {
    case 'serviceproviderconfig':
      return serviceProviderConfig(base);
    case 'resourcetypes':
      return resourceTypes(base);
    case 'schemas':
      return schemaDocuments(base);
    default:
      return undefined;
  }
}
