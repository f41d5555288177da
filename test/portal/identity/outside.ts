import { HttpModule, HttpService } from '@nestjs/axios';
import { Global, Module } from '@nestjs/common';
import { AxiosHttpClient } from '../../../src/kernel/axios-http-client.js';
import { HttpClient } from '../../../src/kernel/http-client.js';
import { Settings } from '../../../src/kernel/settings.js';

/** The way out over HTTP, as the kernel provides it. */
@Global()
@Module({
  imports: [HttpModule],
  providers: [
    {
      provide: HttpClient,
      useFactory: (axios: HttpService, settings: Settings) => new AxiosHttpClient(axios, settings),
      inject: [HttpService, Settings],
    },
  ],
  exports: [HttpClient],
})
export class Outside {}
