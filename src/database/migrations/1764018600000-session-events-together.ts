import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

const functions = [
  'event_of',
  'session_event',
  'publish_events',
  'publish_event',
  'publish_session_event',
  'device_of',
  'store_session',
  'write_session',
  'write_packets',
];

/** Events of sessions that are written together are written by one statement. */
export class SessionEventsTogether1764018600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      functions.map((name) => functionFile(`radius/accounting/${name}`)),
    );
  }

  /** Nothing keeps the texts that the files had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
