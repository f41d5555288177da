import type { Ids } from '../../kernel/ids.js';
import { eventText } from './live-stream.js';
import type { LiveChange, Topic } from './topics.js';

const mostKept = 2_000;

interface Told {
  readonly number: number;
  readonly change: LiveChange;
  readonly frame: string;
}

/** The latest events of this process, so that a reader who was away for a moment misses none. */
export class ToldChanges {
  /** Event numbers belong to one process; those of others mean nothing here. */
  private readonly process: string;
  private readonly kept: Told[] = [];
  private number = 0;

  constructor(ids: Ids) {
    this.process = ids.next().replaceAll('-', '').slice(-12);
  }

  /** The id of the latest event. */
  get last(): string {
    return `${this.process}.${this.number}`;
  }

  get lastNumber(): number {
    return this.number;
  }

  add(change: LiveChange): string {
    this.number += 1;
    const frame = eventText(this.last, 'change', {
      topic: change.topic,
      organization_id: change.organizationId,
      ids: change.ids,
    });
    this.kept.push({ number: this.number, change, frame });
    if (this.kept.length > mostKept) this.kept.shift();
    return frame;
  }

  /** A number without an event: a reader who resumes from before it has missed something. */
  skip(): void {
    this.number += 1;
    this.kept.length = 0;
  }

  /**
   * The events after `lastEventId` for these organizations and topics; null: they are no longer known. `watchedFrom`:
   * the number since which all these organizations have been watched.
   */
  since(
    lastEventId: string,
    { organizationIds, topics }: { organizationIds: readonly string[]; topics: ReadonlySet<Topic> },
    watchedFrom: number,
  ): string[] | null {
    const [process, text] = lastEventId.split('.');
    const number = Number(text);
    const oldest = this.kept[0]?.number ?? this.number + 1;
    const isKnown = process === this.process && Number.isInteger(number) && number <= this.number;
    if (!isKnown || number < watchedFrom || number + 1 < oldest) return null;
    const wanted = new Set(organizationIds);
    return this.kept
      .filter((each) => each.number > number)
      .filter(({ change }) => wanted.has(change.organizationId) && topics.has(change.topic))
      .map(({ frame }) => frame);
  }
}
