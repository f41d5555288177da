import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { until } from '../e2e/until.js';

export interface HeardEvent {
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields it expects
  readonly data: any;
}

/** A reader of server-sent events at the wire. */
export class EventReader {
  readonly events: HeardEvent[] = [];
  hasEnded = false;
  private text = '';

  private constructor(
    private readonly call: ClientRequest,
    readonly answer: IncomingMessage,
  ) {
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => this.read(part));
    answer.on('close', () => {
      this.hasEnded = true;
    });
    answer.on('error', () => undefined);
  }

  /** Resolves once the answer has begun. */
  static open(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) =>
        resolve(new EventReader(call, answer)),
      );
      call.on('error', reject);
      call.end();
    });
  }

  /** Waits for an event. */
  heard(what: string, isIt: (event: HeardEvent) => boolean): Promise<HeardEvent> {
    return until(what, () => this.events.find(isIt));
  }

  ready(): Promise<HeardEvent> {
    return this.heard('the stream is ready', ({ event }) => event === 'ready');
  }

  changed(topic: string): Promise<HeardEvent> {
    return this.heard(`${topic} change`, ({ event, data }) => event === 'change' && data.topic === topic);
  }

  close(): void {
    this.call.destroy();
  }

  private read(part: string): void {
    this.text += part;
    const blocks = this.text.split('\n\n');
    this.text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
      const fields = Object.fromEntries(lines) as Record<string, string>;
      if (fields.event !== undefined)
        this.events.push({
          id: fields.id,
          event: fields.event,
          data: JSON.parse(fields.data),
        });
    }
  }
}
