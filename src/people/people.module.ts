import { Module } from '@nestjs/common';
import { OnlineModule } from './online/online.module.js';
import { TimelineModule } from './timeline/timeline.module.js';

/** What pages for people need, over the console, the engine and RADIUS. */
@Module({ imports: [OnlineModule, TimelineModule] })
export class PeopleModule {}
