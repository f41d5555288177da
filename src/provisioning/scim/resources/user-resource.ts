import { scimEtag } from './etag.js';
import { projected, type Projection } from '../query/projection.js';
import { resourceSchemas } from '../schema/schemas.js';
import type { ScimCaller } from './scim-caller.js';
import type { ScimMembership, StoredUser } from './scim-users.repository.js';

const { core, extensions } = resourceSchemas.User;

/** A user in the form of RFC 7643. */
export function userResource(
  { base }: Pick<ScimCaller, 'base'>,
  user: StoredUser,
  groups: readonly ScimMembership[],
  projection: Projection,
): Record<string, unknown> {
  const { id, document, version, createdAt, updatedAt } = user;
  return projected(
    {
      schemas: [core, ...extensions.filter((each) => document[each.id] !== undefined)].map((each) => each.id),
      id,
      ...document,
      ...(groups.length > 0
        ? {
            groups: groups.map(({ groupId, display }) => ({
              value: groupId,
              $ref: `${base}/Groups/${groupId}`,
              display,
              type: 'direct',
            })),
          }
        : {}),
      meta: {
        resourceType: 'User',
        created: createdAt,
        lastModified: updatedAt,
        location: `${base}/Users/${id}`,
        version: scimEtag(version),
      },
    },
    projection,
  );
}
