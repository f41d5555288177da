export interface ShownAccount {
  readonly username: string;
  readonly group: string;
  readonly isOn: boolean;
  readonly until: string;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
}

const [bold, green, grey, plain] = ['\u001b[1m', '\u001b[32m', '\u001b[90m', '\u001b[0m'];
const [home, toLineEnd, toScreenEnd] = ['\u001b[H', '\u001b[K', '\u001b[J'];

/**
 * The screen anew, from its upper left corner: how many accounts, some of them, and the end of what was said. Every
 * line is cut to the screen's width and there are fewer than its rows, so nothing wraps, scrolls away or is left over.
 */
export function picture(accounts: readonly ShownAccount[], said: readonly string[], { columns, rows }: Screen): string {
  const on = accounts.filter(({ isOn }) => isOn);
  const off = accounts.filter(({ isOn }) => !isOn);
  // Half of the screen for accounts, sixteen at most; the heading, a blank line and the cursor's own take three rows.
  const places = Math.max(1, Math.min(16, accounts.length, Math.floor((rows - 3) / 2)));
  const shown = [...on, ...off].slice(0, accounts.length > places ? places - 1 : places);
  const more = accounts.length - shown.length;
  const lines = [
    `${bold}${cut(`Wi-Fi accounts: ${on.length} online, ${off.length} off`, columns)}${plain}`,
    ...shown.map((account) => row(account, columns)),
    ...(more > 0 ? [`${grey}${cut(`  … and ${more} more`, columns)}${plain}`] : []),
    '',
  ];
  const room = Math.max(1, rows - lines.length - 1);
  return (
    home +
    [...lines, ...said.slice(-room).map((line) => cut(line, columns))].map((line) => `${line}${toLineEnd}\n`).join('') +
    toScreenEnd
  );
}

function row({ username, group, isOn, until }: ShownAccount, columns: number): string {
  const state = isOn ? '● online ' : '○ off    ';
  return (
    `  ${isOn ? green : grey}${state}${plain} ` +
    `${cut(`${username.padEnd(28)} ${group.padEnd(14)} ${until}`, columns - state.length - 3)}`
  );
}

function cut(text: string, columns: number): string {
  const letters = [...text];
  return letters.length > columns ? `${letters.slice(0, Math.max(0, columns - 1)).join('')}…` : text;
}
