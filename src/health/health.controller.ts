import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/public.decorator.js';
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

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  text(): Promise<string> {
    return this.metrics.text();
  }
}
