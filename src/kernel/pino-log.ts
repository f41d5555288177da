import { type DestinationStream, type Logger, pino } from 'pino';
import { Log } from './log.js';

/** Names under which a secret or a person could travel; their values never reach a log line. */
const redacted = new Set(['password', 'token', 'secret', 'secrets', 'authorization', 'payload', 'body', 'email', 'phone', 'lastName', 'firstName']);

export class PinoLog extends Log {
  /** Without `lines` whatever is written goes through the logger. */
  constructor(private readonly logger: Logger, private readonly lines?: DestinationStream) {
    super();
  }

  static create(level: string, forPeople: boolean): PinoLog {
    const options = { level, base: undefined, timestamp: isoTime };
    if (!forPeople) {
      const lines = oneWriteATurn();
      return new PinoLog(pino(options, lines), lines);
    }
    return new PinoLog(pino({ ...options, transport: { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss.l', singleLine: true } } }));
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

/**
 * Standard output, where the lines of one turn of the event loop travel together: a write for each costs a busy process a third
 * of its requests, and no line waits for longer than that turn.
 */
function oneWriteATurn(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const write = () => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  process.once('exit', write);
  return {
    write: (line) => {
      if (lines === '') setImmediate(write);
      lines += line;
    },
  };
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
