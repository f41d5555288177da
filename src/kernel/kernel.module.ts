import { HttpModule, HttpService } from '@nestjs/axios';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AxiosHttpClient } from './axios-http-client.js';
import { Chance, SystemChance } from './chance.js';
import { Clock, SystemClock } from './clock.js';
import { HttpClient } from './http-client.js';
import { Ids, RandomIds } from './ids.js';
import { Log } from './log.js';
import { Secrets } from './secrets.js';
import { Reach } from './reach.js';
import { Settings } from './settings.js';

/** Time, chance, ids, secrets, the HTTP client and the log, for everything above. */
@Global()
@Module({})
export class KernelModule {
  static with(settings: Settings, log: Log): DynamicModule {
    const providers = [
      { provide: Settings, useValue: settings },
      { provide: Log, useValue: log },
      { provide: Clock, useClass: SystemClock },
      { provide: Ids, useFactory: (clock: Clock) => new RandomIds(clock), inject: [Clock] },
      { provide: Chance, useClass: SystemChance },
      { provide: Reach, useFactory: () => new Reach(settings) },
      { provide: Secrets, useFactory: (chance: Chance) => new Secrets(settings.masterKeys, chance), inject: [Chance] },
      {
        provide: HttpClient,
        useFactory: (axios: HttpService) =>
          new AxiosHttpClient(axios, { allowPrivateTargets: settings.allowPrivateTargets }),
        inject: [HttpService],
      },
    ];
    return { module: KernelModule, imports: [HttpModule], providers, exports: providers.map(({ provide }) => provide) };
  }
}
