import { Module } from '@nestjs/common';
import { OperatorsModule } from '../operators/operators.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { PasswordResetQueueRepository } from './password-reset-queue.repository.js';
import { PasswordResetSender } from './password-reset-sender.js';
import { PasswordResets } from './password-resets.js';
import { PasswordResetsController } from './password-resets.controller.js';

/** New passwords for operators who forgot theirs, by mail. */
@Module({
  imports: [OperatorsModule, PasskeysModule, SignInModule],
  controllers: [PasswordResetsController],
  providers: [PasswordResetQueueRepository, PasswordResets, PasswordResetSender],
})
export class PasswordResetsModule {}
