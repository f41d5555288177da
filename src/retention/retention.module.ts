import { Module } from '@nestjs/common';
import { RowRetention } from '../database/retention/row-retention.js';
import { PrivacyModule } from '../provisioning/privacy/privacy.module.js';
import { Retention } from './retention.js';

/** What is let go of, and when: over the tables of all rooms. */
@Module({ imports: [PrivacyModule], providers: [RowRetention, Retention], exports: [Retention] })
export class RetentionModule {}
