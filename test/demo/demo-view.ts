export interface ShownAccount {
  readonly username: string;
  readonly group: string;
  readonly isOn: boolean;
  readonly until: string;
}

const tableRows = 16;

/** A live table on a terminal, plain lines elsewhere. */
export class DemoView {
  private readonly lines: string[] = [];
  private accounts: readonly ShownAccount[] = [];
  private readonly live: boolean;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly startedAt = performance.now();
  private dirty = true;

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
    this.dirty = true;
    if (!this.live) process.stdout.write(`${text}\n`);
  }

  show(accounts: readonly ShownAccount[]): void {
    this.accounts = accounts;
    this.dirty = true;
  }

  /** Leaves the last picture where it is; what follows is printed below it. */
  close(): void {
    clearInterval(this.timer);
    if (this.live) this.draw();
  }

  private draw(): void {
    if (!this.dirty) return;
    this.dirty = false;
    const on = this.accounts.filter(({ isOn }) => isOn);
    const off = this.accounts.filter(({ isOn }) => !isOn);
    const shown = [...on, ...off].slice(0, tableRows).map(({ username, group, isOn, until }) =>
      `  ${isOn ? '\u001b[32m● online \u001b[0m' : '\u001b[90m○ off    \u001b[0m'} ${username.padEnd(28)} ${group.padEnd(14)} ${until}`);
    const room = Math.max(8, (process.stdout.rows ?? 40) - shown.length - 5);
    const heading = `Wi-Fi accounts: ${on.length} online, ${off.length} off`;
    process.stdout.write(`\u001b[H\u001b[2J\u001b[1m${heading}\u001b[0m\n${shown.join('\n')}\n\n${this.lines.slice(-room).join('\n')}\n`);
  }
}
