import { Module } from '@nestjs/common';
import { RadiusModule } from '../../radius/radius.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { EventsModule } from '../events/events.module.js';
import { SessionWriter } from './accounting/session-writer.js';
import { AccessPointTroubles } from './access-point-troubles.js';
import { ControllerSessionEnder } from './controller-session-ender.js';
import { SessionControllers } from './session-controllers.js';
import { SessionEnder } from './session-ender.js';
import { SessionChanges } from './session-changes.js';
import { SessionEndingsRepository } from './session-endings.repository.js';
import { SessionReplies } from './session-replies.js';
import { SessionRequests } from './session-requests.js';

@Module({
  imports: [RadiusModule, PasswordsModule, PoliciesModule, EventsModule],
  providers: [
    SessionEndingsRepository,
    SessionControllers,
    SessionChanges,
    ControllerSessionEnder,
    AccessPointTroubles,
    SessionEnder,
    SessionReplies,
    SessionRequests,
    SessionWriter,
  ],
  exports: [SessionEnder, SessionWriter, SessionControllers, SessionReplies, SessionRequests],
})
export class SessionsModule {}
