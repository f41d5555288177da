import { Module } from '@nestjs/common';
import { ChangeRowsRepository } from './change-rows.repository.js';
import { LiveFeed } from './live-feed.js';
import { LiveStreams } from './live-streams.js';
import { LiveController } from './live.controller.js';

/** Changes, as events for pages and programs. */
@Module({
  controllers: [LiveController],
  providers: [ChangeRowsRepository, LiveFeed, LiveStreams],
})
export class LiveModule {}
