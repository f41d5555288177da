import { spawn } from 'node:child_process';
import { sharedSecret } from './around.js';

/** What `radclient` (FreeRADIUS' own client) heard. */
export interface Heard {
  /** Access-Accept, Access-Reject, Accounting-Response; null: no answer. */
  readonly packet: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  /** The same as name and value with tags, in order, also those that come more than once. */
  readonly all: readonly (readonly [name: string, value: string])[];
}

/** How often a packet is sent, the same each time, and how long each is waited for. */
export interface Insistence {
  readonly times: number;
  readonly seconds: number;
}

/** Sends one packet; attributes as radclient reads them, such as `User-Name = "anna"`. */
export async function radclient(
  port: number,
  kind: 'auth' | 'acct' | 'status',
  attributes: readonly string[],
  secret = sharedSecret,
  { times, seconds }: Insistence = { times: 1, seconds: 6 },
): Promise<Heard> {
  const child = spawn('radclient', ['-x', '-r', `${times}`, '-t', `${seconds}`, `127.0.0.1:${port}`, kind, secret]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stdin.end(`${attributes.join('\n')}\n`);
  await new Promise((resolve) => {
    child.on('close', resolve);
  });
  const [, packet, rest] = /Received (\S+) Id[^\n]*\n([\s\S]*)/.exec(output) ?? [];
  const all = [...(rest ?? '').matchAll(/^\t([\w-]+(?::\d+)?) = (.*)$/gm)].map(
    ([, name, value]) => [name, value.replace(/^"(.*)"$/, '$1')] as const,
  );
  return {
    packet: packet ?? null,
    attributes: Object.fromEntries(all.map(([name, value]) => [name.replace(/:.*/, ''), value])),
    all,
  };
}

/** `base` without what `more` says otherwise. */
export function over(base: readonly string[], more: readonly string[]): string[] {
  const nameOf = (line: string) => line.split(' ')[0];
  const said = new Set(more.map(nameOf));
  return [...base.filter((line) => !said.has(nameOf(line))), ...more];
}

export function signIn(port: number, username: string, password: string, ...more: string[]): Promise<Heard> {
  return radclient(
    port,
    'auth',
    over(
      [
        `User-Name = "${username}"`,
        `User-Password = "${password}"`,
        'Calling-Station-Id = "AA-BB-CC-00-11-22"',
        'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
        'NAS-Identifier = "lobby"',
        'Message-Authenticator = 0x00',
      ],
      more,
    ),
  );
}
