import { type DestinationStream, type Logger, pino } from 'pino';
import { LineOutput } from './line-output.js';
import { Log } from './log.js';

/** Names under which a secret or a person could travel; their values never reach a log line. */
const redacted = new Set([
  'password',
  'token',
  'secret',
  'secrets',
  'authorization',
  'payload',
  'body',
  'email',
  'phone',
  'lastName',
  'firstName',
]);

interface Lines extends DestinationStream {
  /** How many could not be written. */
  readonly dropped?: number;
}

export class PinoLog extends Log {
  /** Without `lines` whatever is written goes through the logger. */
  constructor(
    private readonly logger: Logger,
    private readonly lines?: Lines,
  ) {
    super();
  }

  static create(level: string, forPeople: boolean): PinoLog {
    const options = { level, base: undefined, timestamp: isoTime };
    if (!forPeople) {
      const lines = new LineOutput(1, droppedNotice);
      return new PinoLog(pino(options, lines), lines);
    }
    return new PinoLog(
      pino({
        ...options,
        transport: { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss.l', singleLine: true } },
      }),
    );
  }

  override get droppedLines(): number {
    return this.lines?.dropped ?? 0;
  }

  debug(facts: object, words: string): void {
    this.logger.debug(withoutSecrets(facts), words);
  }

  info(facts: object, words: string): void {
    this.logger.info(withoutSecrets(facts), words);
  }

  warn(facts: object, words: string): void {
    this.logger.warn(withoutSecrets(facts), words);
  }

  error(facts: object, words: string): void {
    this.logger.error(withoutSecrets(facts), words);
  }

  override written(members: string, words: string): void {
    if (this.logger.levelVal > infoLevel) return;
    if (this.lines) this.lines.write(`{"level":${infoLevel}${isoTime()},${members},"msg":"${words}"}\n`);
    else super.written(members, words);
  }

  with(facts: object): Log {
    return new PinoLog(this.logger.child(withoutSecrets(facts)));
  }
}

const infoLevel = pino.levels.values.info;

let [timedAt, time] = [0, ''];

/** As pino's own, made once a millisecond: a busy process writes dozens of lines in each. */
function isoTime(): string {
  const now = Date.now();
  if (now !== timedAt) [timedAt, time] = [now, `,"time":"${new Date(now).toISOString()}"`];
  return time;
}

function droppedNotice(dropped: number): string {
  return (
    `{"level":${pino.levels.values.warn}${isoTime()},"dropped":${dropped},"msg":"lines of this log could not be ` +
    `written"}\n`
  );
}

/** By hand: pino's own redaction by paths with wildcards costs more than the rest of the line. */
function withoutSecrets(facts: object): object {
  let shown: Record<string, unknown> | undefined;
  for (const name of Object.keys(facts)) {
    const value = (facts as Record<string, unknown>)[name];
    const safe = redacted.has(name) ? '[redacted]' : isPlain(value) ? withoutSecrets(value) : value;
    if (safe === value) continue;
    shown ??= { ...facts };
    shown[name] = safe;
  }
  return shown ?? facts;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
