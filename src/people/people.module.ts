import { Module } from '@nestjs/common';
import { GuestsModule } from './guests/guests.module.js';
import { LinksModule } from './links/links.module.js';
import { LoginsModule } from './logins/logins.module.js';
import { LiveModule } from './live/live.module.js';
import { OverviewModule } from './overview/overview.module.js';
import { OnlineModule } from './online/online.module.js';
import { RunSummariesModule } from './runs/run-summaries.module.js';
import { SetupModule } from './setup/setup.module.js';
import { TimelineModule } from './timeline/timeline.module.js';

/** What pages for people need, over the console, the engine and RADIUS. */
@Module({
  imports: [
    GuestsModule,
    LinksModule,
    LiveModule,
    LoginsModule,
    OnlineModule,
    OverviewModule,
    RunSummariesModule,
    SetupModule,
    TimelineModule,
  ],
})
export class PeopleModule {}
