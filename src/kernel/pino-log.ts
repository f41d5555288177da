import { pino, type Logger } from 'pino';
import { Log } from './log.js';

/** Names under which a secret or a person could travel; their values never reach a log line. */
const redacted = new Set(['password', 'token', 'secret', 'secrets', 'authorization', 'payload', 'body', 'email', 'phone', 'lastName', 'firstName']);

export class PinoLog extends Log {
  constructor(private readonly logger: Logger) {
    super();
  }

  static create(level: string, forPeople: boolean): PinoLog {
    return new PinoLog(pino({
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(forPeople ? { transport: { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss.l', singleLine: true } } } : {}),
    }));
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

  with(facts: object): Log {
    return new PinoLog(this.logger.child(withoutSecrets(facts)));
  }
}

/** By hand: pino's own redaction by paths with wildcards costs more than the rest of the line. */
function withoutSecrets(facts: object): object {
  let shown: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(facts)) {
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
