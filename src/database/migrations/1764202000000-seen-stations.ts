import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LateStarts1764086000000 } from './1764086000000-late-starts.js';
import { seenStations, withoutSeenStations } from './radius/seen-stations.js';

/** Sessions know their sign-in and their device, whatever their access point repeats or says. */
export class SeenStations1764202000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of seenStations) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of withoutSeenStations) await runner.query(sql);
    await new LateStarts1764086000000().up(runner);
  }
}
