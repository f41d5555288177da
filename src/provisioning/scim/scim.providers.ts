import type { Provider, Type } from '@nestjs/common';
import { ScimController } from './edge/scim.controller.js';
import { ScimRoutes } from './edge/scim-routes.js';
import { ScimGroups } from './groups/scim-groups.js';
import { ScimGroupsRepository } from './groups/scim-groups.repository.js';
import { ScimMembersRepository } from './groups/scim-members.repository.js';
import { ResourceNews } from './resource-news.js';
import { ConnectionHeard } from './tokens/connection-heard.js';
import { ConnectionTokens } from './tokens/connection-tokens.js';
import { TokenGate } from './tokens/token-gate.js';
import { ScimUsersRepository } from './users/scim-users.repository.js';
import { ScimUsers } from './users/scim-users.js';

/** The SCIM service. Needs Database, Inbox, ConnectionDirectory, ConnectionRepository, ConnectorHost, Chance, Clock, Ids, Log, Settings. */
export const scimProviders: Provider[] = [
  ConnectionHeard, TokenGate, ResourceNews, ScimUsersRepository, ScimGroupsRepository, ScimMembersRepository, ScimUsers, ScimGroups, ScimRoutes,
];

/** Also for who makes connections. Needs Database, Chance, Ids, Clock. */
export const tokenProviders: Provider[] = [ConnectionTokens];

export const scimControllers: Type[] = [ScimController];
