import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { LineOutput } from './line-output.js';
import { Log } from './log.js';

/** Field names that may hold a secret or personal data. Their values never reach a log line. */
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
  'last_name',
  'first_name',
]);

/**
 * Redacts at any depth, which pino's `redact` cannot do; its wildcards for three levels of these names cost 260 µs a
 * line, more than the whole line does here.
 */
export const redacting = { formatters: { log: written } } satisfies LoggerOptions;

interface Lines extends DestinationStream {
  /** Number of lines that could not be written. */
  readonly dropped?: number;
}

export class PinoLog extends Log {
  /** Without `lines`, everything goes through the logger. */
  constructor(
    private readonly logger: Logger,
    private readonly lines?: Lines,
  ) {
    super();
  }

  static create(level: string, forPeople: boolean): PinoLog {
    const options: LoggerOptions = { ...redacting, level, base: undefined, timestamp: isoTime() };
    if (!forPeople) {
      const lines = new LineOutput(1, droppedNotice);
      return new PinoLog(pino(options, lines), lines);
    }
    const transport = { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss.l', singleLine: true } };
    return new PinoLog(pino({ ...options, transport }));
  }

  override get droppedLines(): number {
    return this.lines?.dropped ?? 0;
  }

  debug(facts: object, words: string): void {
    this.logger.debug(facts, words);
  }

  info(facts: object, words: string): void {
    this.logger.info(facts, words);
  }

  warn(facts: object, words: string): void {
    this.logger.warn(facts, words);
  }

  error(facts: object, words: string): void {
    this.logger.error(facts, words);
  }

  with(facts: object): Log {
    return new PinoLog(this.logger.child(written(facts)));
  }
}

/**
 * As pino's `isoTime`. Writing a date out costs more than the rest of a line's head, so a millisecond is written once.
 */
function isoTime(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) text = `,"time":"${new Date((at = now)).toISOString()}"`;
    return text;
  };
}

function droppedNotice(dropped: number): string {
  const notice = {
    level: pino.levels.values.warn,
    time: new Date().toISOString(),
    dropped,
    msg: 'lines of this log could not be written',
  };
  return `${JSON.stringify(notice)}\n`;
}

/** The fields of a log line: names in the API's spelling, secrets and personal data left out, at every level. */
function written(facts: object): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(facts)) {
    const value = (facts as Record<string, unknown>)[name];
    const writtenName = writtenNameOf(name);
    shown[writtenName] = redacted.has(writtenName) ? '[redacted]' : isPlain(value) ? written(value) : value;
  }
  return shown;
}

/** Field names come from the code, so their number is limited. */
const writtenNames = new Map<string, string>();

function writtenNameOf(name: string): string {
  const known = writtenNames.get(name);
  if (known !== undefined) return known;
  const snakeCased = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (writtenNames.size < 1000) writtenNames.set(name, snakeCased);
  return snakeCased;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
