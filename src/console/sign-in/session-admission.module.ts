import { Module } from '@nestjs/common';
import { SessionAdmission } from './session-admission.js';
import { SessionAdmissionRepository } from './session-admission.repository.js';

/** The part of signing in that the edge needs: apart from the rest, which needs the edge. */
@Module({ providers: [SessionAdmission, SessionAdmissionRepository], exports: [SessionAdmission] })
export class SessionAdmissionModule {}
