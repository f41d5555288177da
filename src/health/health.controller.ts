import { isIP } from 'node:net';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { problemDocument, problemMediaType } from '../http/problem/problem-document.js';
import { Public } from '../http/public.decorator.js';
import { Problem } from '../kernel/errors.js';
import { isPublic } from '../kernel/reach.js';
import { Metrics } from './metrics.js';
import { Readiness, type ReadinessReport } from './readiness.js';

interface Reply {
  code(status: number): unknown;
}

/** For load balancers and Prometheus: no key, and no tenant's data. */
@Public()
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  /** The process is alive. */
  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /**
   * 503 while this process cannot answer requests. `degraded` still counts as ready: removing the process would only
   * make things worse.
   */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: Reply): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    reply.code(report.status === 'not ready' ? 503 : 200);
    return report;
  }

  /** Figures are sums over all tenants. Only private addresses, those of operators, get them. */
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  text(@Req() { ip }: { readonly ip: string }): Promise<string> {
    if (isIP(ip) !== 0 && isPublic(ip))
      throw new Problem('forbidden', 'Metrics are for callers with a private address');
    return this.metrics.text();
  }
}

const answered = new Set(['/healthz', '/readyz', '/metrics']);

/** A worker answers health and metrics only; the other processes serve the API. */
export function healthOnly(app: NestFastifyApplication): void {
  (app.getHttpAdapter().getInstance() as unknown as FastifyInstance).addHook('onRequest', async (request, reply) => {
    const path = request.call.address.url.split('?', 1)[0];
    if (answered.has(path)) return undefined;
    const document = problemDocument(
      404,
      'This process is a worker (USHER_ROLE): it answers /healthz, /readyz and /metrics only',
      path,
    );
    return reply.code(404).header('content-type', problemMediaType).send(JSON.stringify(document));
  });
}
