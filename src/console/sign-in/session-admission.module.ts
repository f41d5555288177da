import { Module } from '@nestjs/common';
import { SessionAdmission } from './session-admission.js';
import { SessionAdmissionRepository } from './session-admission.repository.js';

/** The part of signing in that the edge needs. It is separate because the rest needs the edge. */
@Module({ providers: [SessionAdmission, SessionAdmissionRepository], exports: [SessionAdmission] })
export class SessionAdmissionModule {}
