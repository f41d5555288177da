import { Injectable } from '@nestjs/common';
import { type Alarm, type AlarmEvent, Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { oneLine } from '../../kernel/sending/one-line.js';
import { RaisedAlarmsRepository } from './raised-alarms.repository.js';

const longestName = 200;
const longestDetail = 1_000;

/** Alarms as rows of `alerts`, in the caller's transaction; the notifier finds them there. */
@Injectable()
export class RaisedAlarms extends Alarms {
  constructor(
    private readonly rows: RaisedAlarmsRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    super();
  }

  async raise(inside: Context, alarms: readonly Alarm[]): Promise<void> {
    if (alarms.length === 0) return;
    const shortened = alarms.map((alarm) => ({
      ...alarm,
      id: this.ids.next(),
      subjectName: oneLine(alarm.subjectName, longestName),
      detail: oneLine(alarm.detail, longestDetail),
    }));
    await this.rows.raise(inside, shortened, this.clock.instant());
  }

  async end(inside: Context, events: readonly AlarmEvent[], subjectIds: readonly string[]): Promise<void> {
    if (subjectIds.length > 0) await this.rows.end(inside, events, subjectIds, this.clock.instant());
  }
}
