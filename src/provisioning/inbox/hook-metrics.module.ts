import { Module } from '@nestjs/common';
import { HookMetrics } from './hook-metrics.js';

/** For those that count and those that show. */
@Module({ providers: [HookMetrics], exports: [HookMetrics] })
export class HookMetricsModule {}
