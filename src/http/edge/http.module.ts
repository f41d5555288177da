import { Global, Module } from '@nestjs/common';
import { AccessGate } from '../access/access-gate.js';
import { DirectRoutes } from './direct-routes.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { RequestBudget } from '../access/request-budget.js';
import { ApiAdditions } from '../openapi/api-additions.js';
import { SessionCookie } from '../access/session-cookie.js';

/**
 * The edge. Needs from elsewhere: Authenticator, RateWindows and IdempotencyStore (console/keys), and the kernel's
 * Clock, Secrets, Log and Settings, all from global modules.
 */
@Global()
@Module({
  providers: [AccessGate, RequestBudget, SessionCookie, Idempotency, ApiAdditions, DirectRoutes],
  exports: [AccessGate, RequestBudget, SessionCookie, Idempotency, ApiAdditions, DirectRoutes],
})
export class HttpEdgeModule {}
