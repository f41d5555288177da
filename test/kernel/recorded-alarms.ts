import { type Alarm, type AlarmEvent, Alarms } from '../../src/kernel/alarms.js';
import type { Context } from '../../src/kernel/context.js';

/** Keeps what stands, and everything that was ever said. */
export class RecordedAlarms extends Alarms {
  readonly raised: Alarm[] = [];
  private readonly standing = new Map<string, Alarm>();

  get open(): Alarm[] {
    return [...this.standing.values()];
  }

  async raise(_inside: Context, alarms: readonly Alarm[]): Promise<void> {
    for (const alarm of alarms) {
      this.raised.push(alarm);
      this.standing.set(`${alarm.event} ${alarm.subjectId}`, alarm);
    }
  }

  async end(_inside: Context, events: readonly AlarmEvent[], subjectIds: readonly string[]): Promise<void> {
    for (const event of events) for (const id of subjectIds) this.standing.delete(`${event} ${id}`);
  }
}
