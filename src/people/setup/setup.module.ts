import { Module } from '@nestjs/common';
import { SetupController } from './setup.controller.js';
import { SetupRepository } from './setup.repository.js';

/** What is left until guests are online. */
@Module({ controllers: [SetupController], providers: [SetupRepository] })
export class SetupModule {}
