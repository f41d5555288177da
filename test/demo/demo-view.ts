import { picture, type ShownAccount } from './picture.js';

/** A live table on a terminal, plain lines elsewhere. */
export class DemoView {
  private readonly lines: string[] = [];
  private accounts: readonly ShownAccount[] = [];
  private live: boolean;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly startedAt = performance.now();
  private drawn = '';

  constructor(once: boolean) {
    this.live = !once && process.stdout.isTTY;
    if (this.live) this.timer = setInterval(() => this.draw(), 200);
  }

  title(text: string): void {
    this.note('');
    this.note(`■ ${text}`);
  }

  /** Something happened just now. */
  say(text: string): void {
    this.note(`${((performance.now() - this.startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`);
  }

  /** Words without a time. */
  note(text: string): void {
    this.lines.push(...text.split('\n'));
    if (!this.live) process.stdout.write(`${text}\n`);
  }

  show(accounts: readonly ShownAccount[]): void {
    this.accounts = accounts;
  }

  /** Leaves the last picture where it is; what follows is printed below it, to be read and copied in peace. */
  rest(): void {
    if (!this.live) return;
    clearInterval(this.timer);
    this.draw();
    this.live = false;
  }

  private draw(): void {
    const { columns, rows } = process.stdout;
    const now = picture(this.accounts, this.lines, { columns: columns || 80, rows: rows || 24 });
    if (now === this.drawn) return;
    // What stood on the terminal before goes; afterwards each picture is written over the one before.
    process.stdout.write(this.drawn === '' ? `\u001b[2J${now}` : now);
    this.drawn = now;
  }
}
