import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import type { BambooHrClient } from './bamboohr.client.js';
import { changeOf } from './bamboohr.mapping.js';
import type { BambooHrSettings } from './bamboohr.settings.js';

/** Reads people as they are now, with future entries. A person who was erased has no change. */
export class BambooHrReader implements Reads {
  constructor(
    private readonly client: BambooHrClient,
    private readonly settings: BambooHrSettings,
    private readonly clock: Clock,
  ) {}

  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const id of new Set(hints.map(({ key }) => key))) {
      const readAt = this.clock.instant();
      const employee = await this.client.employee(id, signal);
      if (employee === undefined) continue;
      if (employee === null) {
        changes.push(
          malformedRecord("The key's owner may not see this person; give the access level all employees", id),
        );
        continue;
      }
      const rows = await this.client.statusRows(id, signal);
      changes.push(changeOf({ employee, rows, readAt }, this.settings));
    }
    return changes;
  }
}
