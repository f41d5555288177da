const mostLines = 8;
/** What may repeat a statement, and with it somebody's data. */
const quoting = /^\s|\b(?:ERROR|DETAIL|STATEMENT|CONTEXT|QUERY):\s/;

/** The end of what a PostgreSQL says on its standard error, without what it quotes of statements. */
export class RecentOutput {
  private lines: string[] = [];
  private unfinished = '';

  hear(chunk: string): void {
    const lines = (this.unfinished + chunk).split('\n');
    this.unfinished = lines.pop()!.slice(0, 1_000);
    const telling = lines.filter((line) => line !== '' && !quoting.test(line));
    this.lines = [...this.lines, ...telling].slice(-mostLines);
  }

  /** Empty for a server that another process started: that one hears it. */
  get text(): string {
    return this.lines.join('\n');
  }
}
