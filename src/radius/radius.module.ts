import { Module } from '@nestjs/common';
import { Dictionary } from './dictionary/dictionary.js';
import { Disconnects } from './disconnect/disconnects.js';
import { ServedRepository } from './freeradius/served.repository.js';

@Module({
  providers: [ServedRepository, Disconnects, Dictionary],
  exports: [ServedRepository, Disconnects, Dictionary],
})
export class RadiusModule {}
