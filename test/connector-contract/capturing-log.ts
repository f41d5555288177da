import { inspect } from 'node:util';
import { Log } from '../../src/kernel/log.js';

/** Keeps every line, to prove what is and what is not in it. */
export class CapturingLog extends Log {
  readonly lines: string[];

  constructor(
    private readonly facts: object = {},
    lines: string[] = [],
  ) {
    super();
    this.lines = lines;
  }

  debug(facts: object, words: string): void {
    this.keep('debug', facts, words);
  }
  info(facts: object, words: string): void {
    this.keep('info', facts, words);
  }
  warn(facts: object, words: string): void {
    this.keep('warn', facts, words);
  }
  error(facts: object, words: string): void {
    this.keep('error', facts, words);
  }

  with(facts: object): Log {
    return new CapturingLog({ ...this.facts, ...facts }, this.lines);
  }

  private keep(level: string, facts: object, words: string): void {
    this.lines.push(`${level} ${words} ${inspect({ ...this.facts, ...facts }, { depth: 8 })}`);
  }
}
