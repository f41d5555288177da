import { Module } from '@nestjs/common';
import { Backgrounds } from './backgrounds.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

@Module({ controllers: [HealthController], providers: [Backgrounds, Metrics, Readiness], exports: [Backgrounds, Metrics] })
export class HealthModule {}
