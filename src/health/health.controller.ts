import { isIP } from 'node:net';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/public.decorator.js';
import { Problem } from '../kernel/errors.js';
import { isPublic } from '../kernel/reach.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

interface Reply {
  code(status: number): unknown;
}

/** For load balancers and Prometheus: no key, no tenant's data. */
@Public()
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness, private readonly metrics: Metrics) {}

  /** The process is alive. */
  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /** The process can do its work: database, schema, workers. 503 names what is missing. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: Reply): Promise<{ status: string; checks: Record<string, string> }> {
    const checks = await this.readiness.checks();
    const isReady = Object.values(checks).every((answer) => answer === 'ok');
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'not ready', checks };
  }

  /** Figures are of all tenants together: for those who watch over the house, who are near. */
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  text(@Req() { ip }: { readonly ip: string }): Promise<string> {
    if (isIP(ip) !== 0 && isPublic(ip)) throw new Problem('forbidden', 'Metrics are for callers with a private address');
    return this.metrics.text();
  }
}
