import { Module } from '@nestjs/common';
import { Events } from './events.js';
import { OutboxRepository } from './outbox.repository.js';

/** For producers of events. It depends on nothing that delivers them. */
@Module({ providers: [Events, OutboxRepository], exports: [Events, OutboxRepository] })
export class EventsModule {}
