import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../audit-trail/audit-trail.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { LinkedAccountsModule } from '../linked-accounts/linked-accounts.module.js';
import { SingleSignOnModule } from '../single-sign-on/single-sign-on.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { BrowserSessions } from './browser-sessions.js';
import { ConsoleSessionController } from './console-session.controller.js';
import { FirstOperatorController } from './first-operator.controller.js';
import { InvitationsController } from './invitations.controller.js';
import { OwnAccountRepository } from './own-account.repository.js';
import { OwnAccountService } from './own-account.service.js';
import { OwnPasskeysController } from './own-passkeys.controller.js';
import { OwnPasskeys } from './own-passkeys.service.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { PasskeySessionsController } from './passkey-sessions.controller.js';
import { Proof } from './proof.js';
import { PublicCallGuard } from './public-call.guard.js';
import { SessionLinksController } from './session-links.controller.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { SignInRepository } from './sign-in.repository.js';
import { SignInTrail } from './sign-in-trail.js';

/** How operators sign in: sessions, codes, invitations. */
@Module({
  imports: [AlarmsModule, AuditTrailModule, LinkedAccountsModule, OperatorsModule, PasskeysModule, SingleSignOnModule],
  controllers: [
    SessionsController,
    OwnSessionsController,
    OwnPasskeysController,
    PasskeySessionsController,
    SessionLinksController,
    ConsoleSessionController,
    FirstOperatorController,
    InvitationsController,
  ],
  providers: [
    BrowserSessions,
    OwnAccountRepository,
    OwnAccountService,
    OwnPasskeys,
    Proof,
    PublicCallGuard,
    SessionsService,
    SignInAttempts,
    SignInRepository,
    SignInTrail,
  ],
  exports: [BrowserSessions, PublicCallGuard, SessionsService, SignInAttempts, SignInRepository, SignInTrail],
})
export class SignInModule {}
