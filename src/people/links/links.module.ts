import { Module } from '@nestjs/common';
import { LinkHistoryController } from './link-history.controller.js';
import { LinkHistoryRepository } from './link-history.repository.js';

/** The states of links to outside systems over time. */
@Module({ controllers: [LinkHistoryController], providers: [LinkHistoryRepository] })
export class LinksModule {}
