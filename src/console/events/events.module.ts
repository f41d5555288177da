import { Module } from '@nestjs/common';
import { Events } from './events.js';
import { OutboxRepository } from './outbox.repository.js';

/** For whoever has something to announce; it needs nothing of what delivers. */
@Module({ providers: [Events, OutboxRepository], exports: [Events, OutboxRepository] })
export class EventsModule {}
