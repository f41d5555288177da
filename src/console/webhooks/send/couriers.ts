import { Injectable } from '@nestjs/common';
import { SyslogCourier } from '../export/syslog-courier.js';
import type { WebhookType } from '../webhook.js';
import { HttpCourier } from './http-courier.js';
import type { Courier } from './line.js';

@Injectable()
export class Couriers {
  constructor(private readonly http: HttpCourier, private readonly syslog: SyslogCourier) {}

  for(type: WebhookType): Courier {
    return type === 'webhook' ? this.http : this.syslog;
  }
}
