import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../../http/access/authenticator.js';
import { IdempotencyStore } from '../../http/idempotency/idempotency-store.js';
import { RateWindows } from '../../http/access/rate-windows.js';
import { SessionAdmissionModule } from '../sign-in/session-admission.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { FirstKey } from './first-key.js';
import { KeyAdmission } from './key-admission.js';
import { KeyAdmissionRepository } from './key-admission.repository.js';
import { KeyIdempotency } from './key-idempotency.js';
import { KeyRateWindows } from './key-rate-windows.js';
import { KeysController } from './keys.controller.js';
import { KeysRepository } from './keys.repository.js';
import { KeysService } from './keys.service.js';

/** API keys, and what the edge needs to know of them: who calls, how often, and earlier answers. */
@Global()
@Module({
  imports: [RolesModule, SessionAdmissionModule],
  controllers: [KeysController],
  providers: [
    KeysService,
    KeysRepository,
    KeyAdmissionRepository,
    FirstKey,
    KeyIdempotency,
    { provide: Authenticator, useClass: KeyAdmission },
    { provide: RateWindows, useClass: KeyRateWindows },
    { provide: IdempotencyStore, useExisting: KeyIdempotency },
  ],
  exports: [Authenticator, RateWindows, IdempotencyStore, KeysService, FirstKey],
})
export class KeysModule {}
