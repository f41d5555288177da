import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { HostModule } from '../host/host.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { ScimPaths } from './edge/scim-paths.js';
import { ScimRoutes } from './edge/scim-routes.js';
import { ScimController } from './edge/scim.controller.js';
import { ScimGroups } from './resources/scim-groups.js';
import { ScimGroupsRepository } from './resources/scim-groups.repository.js';
import { ScimMembersRepository } from './resources/scim-members.repository.js';
import { ResourceEvents } from './resources/resource-events.js';
import { DirectoryActivity } from './tokens/directory-activity.js';
import { ConnectionTokens } from './tokens/connection-tokens.js';
import { TokenGate } from './tokens/token-gate.js';
import { ScimUsers } from './resources/scim-users.js';
import { ScimUsersRepository } from './resources/scim-users.repository.js';

/** The SCIM service that directories write to. */
@Module({
  imports: [ConnectionModule, HostModule, InboxModule],
  controllers: [ScimController],
  providers: [
    ScimPaths,
    DirectoryActivity,
    ConnectionTokens,
    TokenGate,
    ResourceEvents,
    ScimUsersRepository,
    ScimGroupsRepository,
    ScimMembersRepository,
    ScimUsers,
    ScimGroups,
    ScimRoutes,
  ],
  exports: [ConnectionTokens],
})
export class ScimModule {}
