import type { MigrationInterface, QueryRunner } from 'typeorm';
import { eventFacts, withoutEventFacts } from './radius/event-facts.js';

/** Events of RADIUS are told in the same words as all others, and the policy that denied with the conditions that held. */
export class EventFacts1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of eventFacts) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of withoutEventFacts) await runner.query(sql);
  }
}
