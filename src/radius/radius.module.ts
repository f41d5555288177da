import { Module } from '@nestjs/common';
import { ServedRepository } from './freeradius/served.repository.js';

@Module({ providers: [ServedRepository], exports: [ServedRepository] })
export class RadiusModule {}
