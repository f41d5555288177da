import { Module } from '@nestjs/common';
import { BuiltInConsoleModule } from './built-in/built-in-console.module.js';
import { Consoles } from './consoles.js';
import { RemoteBudgetRepository } from './remote/remote-budget.repository.js';
import { RemoteConsoles } from './remote/remote-consoles.js';

/** The consoles that accounts are written to: that of this database, and remote ones. */
@Module({
  imports: [BuiltInConsoleModule],
  providers: [RemoteBudgetRepository, RemoteConsoles, Consoles],
  exports: [BuiltInConsoleModule, Consoles],
})
export class WifiConsoleModule {}
