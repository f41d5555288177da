import { Module } from '@nestjs/common';
import { PoliciesModule } from '../../console/policies/policies.module.js';
import { AttemptExplanations } from './attempt-explanation.js';
import { LoginExplanations } from './login-explanation.js';
import { LoginRecords } from './login-records.js';
import { LoginsController } from './logins.controller.js';

/** Why a login was refused. */
@Module({
  imports: [PoliciesModule],
  controllers: [LoginsController],
  providers: [LoginRecords, LoginExplanations, AttemptExplanations],
})
export class LoginsModule {}
