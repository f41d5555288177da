import type { Provider } from '@nestjs/common';
import { RemoteConsoles } from '../remote-consoles.js';
import { HttpRemoteConsoles } from './remote-consoles.js';
import { RemoteBudgetRepository } from './remote-budget.repository.js';

/** Needs the kernel's Clock, Chance, Ids, Log and HttpClient, and the Database. */
export const remoteProviders: Provider[] = [RemoteBudgetRepository, { provide: RemoteConsoles, useClass: HttpRemoteConsoles }];
