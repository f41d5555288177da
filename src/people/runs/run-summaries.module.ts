import { Module } from '@nestjs/common';
import { RunSummariesController } from './run-summaries.controller.js';
import { RunSummariesRepository } from './run-summaries.repository.js';

/** Summaries of plans: what they would do, and to whom. */
@Module({
  controllers: [RunSummariesController],
  providers: [RunSummariesRepository],
})
export class RunSummariesModule {}
