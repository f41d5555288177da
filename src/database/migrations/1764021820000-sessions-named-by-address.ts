import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { endedSessionsOf } from '../schema/ended-sessions.js';

/** Who signs a device out ends its session also where the access point names it by the device's address. */
export class SessionsNamedByAddress1764021820000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [endedSessionsOf('registrations')]);
  }

  /** Nothing keeps the text that the function had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
