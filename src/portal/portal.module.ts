import { Module } from '@nestjs/common';
import { PortalGatewaysModule } from './gateways/gateways.module.js';
import { SignInProvidersModule } from './identity/sign-in-providers.module.js';
import { DirectoryLoginsModule } from './logins/directory-logins.module.js';
import { PreviewModule } from './preview/preview.module.js';
import { PortalSetupModule } from './setup/setup.module.js';
import { SignsModule } from './signs/signs.module.js';
import { VisitModule } from './visit/visit.module.js';

/** Captive portals: the pages that guests see, and what lets them in. */
@Module({
  imports: [
    DirectoryLoginsModule,
    PreviewModule,
    PortalSetupModule,
    SignsModule,
    VisitModule,
    PortalGatewaysModule,
    SignInProvidersModule,
  ],
})
export class PortalModule {}
