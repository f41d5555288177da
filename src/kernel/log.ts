/** Structured log line: facts first, then plain words. Never a secret, never a guest's name. */
export abstract class Log {
  abstract debug(facts: object, words: string): void;
  abstract info(facts: object, words: string): void;
  abstract warn(facts: object, words: string): void;
  abstract error(facts: object, words: string): void;

  /** Number of lines that could not be written (full disk, reader gone). */
  get droppedLines(): number {
    return 0;
  }

  /** A log that adds `facts` to every line. */
  abstract with(facts: object): Log;
}

export class SilentLog extends Log {
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
  with(): Log {
    return this;
  }
}
