import { pino, type Logger } from 'pino';
import { Log } from './log.js';

/** Names under which a secret or a person could travel; their values never reach a log line. */
const redacted = ['password', 'token', 'secret', 'secrets', 'authorization', 'payload', 'body', 'email', 'phone', 'lastName', 'firstName'];

export class PinoLog extends Log {
  constructor(private readonly logger: Logger) {
    super();
  }

  static create(level: string, readable: boolean): PinoLog {
    return new PinoLog(pino({
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redacted.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      ...(readable ? { transport: { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss.l', singleLine: true } } } : {}),
    }));
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
    return new PinoLog(this.logger.child(facts));
  }
}
