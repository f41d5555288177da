import { Module } from '@nestjs/common';
import { PasskeyCeremonies } from './passkey-ceremonies.js';
import { PasskeysRepository } from './passkeys.repository.js';

/** Keys of authenticators (WebAuthn) that operators sign in with. */
@Module({
  providers: [PasskeyCeremonies, PasskeysRepository],
  exports: [PasskeyCeremonies, PasskeysRepository],
})
export class PasskeysModule {}
