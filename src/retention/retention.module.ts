import { Module } from '@nestjs/common';
import { RowRetention } from '../database/retention/row-retention.js';
import { PrivacyModule } from '../provisioning/privacy/privacy.module.js';
import { Retention } from './retention.js';

/** What is deleted, and when: for the tables of every folder. */
@Module({ imports: [PrivacyModule], providers: [RowRetention, Retention], exports: [Retention] })
export class RetentionModule {}
