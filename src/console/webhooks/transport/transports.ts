import { Injectable } from '@nestjs/common';
import { SyslogTransport } from './syslog-transport.js';
import type { WebhookType } from '../webhook/webhook.js';
import { HttpTransport } from './http-transport.js';
import type { Transport } from './transport.js';

@Injectable()
export class Transports {
  constructor(
    private readonly http: HttpTransport,
    private readonly syslog: SyslogTransport,
  ) {}

  for(type: WebhookType): Transport {
    return type === 'webhook' ? this.http : this.syslog;
  }
}
