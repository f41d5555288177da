import { Module } from '@nestjs/common';
import { HookMetrics } from './hook-metrics.js';

/** For the modules that count and the one that shows. */
@Module({ providers: [HookMetrics], exports: [HookMetrics] })
export class HookMetricsModule {}
