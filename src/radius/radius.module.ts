import { Module } from '@nestjs/common';
import { Disconnects } from './disconnect/disconnects.js';
import { ServedRepository } from './freeradius/served.repository.js';

@Module({ providers: [ServedRepository, Disconnects], exports: [ServedRepository, Disconnects] })
export class RadiusModule {}
