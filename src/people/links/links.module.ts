import { Module } from '@nestjs/common';
import { LinkHistoryController } from './link-history.controller.js';
import { LinkHistoryRepository } from './link-history.repository.js';

/** How the links to outside systems fared. */
@Module({ controllers: [LinkHistoryController], providers: [LinkHistoryRepository] })
export class LinksModule {}
