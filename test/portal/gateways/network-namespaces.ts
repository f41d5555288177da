import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { packagesOfMissing } from '../../optional/is-installed.js';

/**
 * A gateway with a guest behind it, each a network namespace of its own; this process is the internet before it.
 * Names and addresses contain the process id: several suites may run at once. No interface of this machine gets an
 * address: at a new one, every Chromium that runs beside breaks off what it loads (ERR_NETWORK_CHANGED).
 */
export class NetworkNamespaces {
  private readonly mark = process.pid % 10_000;
  private readonly third = process.pid % 250;
  readonly gateway = `usher-gw-${this.mark}`;
  readonly guest = `usher-cl-${this.mark}`;
  private readonly link = `usher${this.mark}`;
  /** Of this process. */
  readonly outside = `10.77.${this.third}.1`;
  private readonly wan = `10.77.${this.third}.2`;
  readonly inside = `10.66.${this.third}.1`;
  readonly guestAddress = `10.66.${this.third}.9`;

  constructor() {
    this.remove();
    for (const line of [
      `netns add ${this.gateway}`,
      `netns add ${this.guest}`,
      `link add ${this.link} type veth peer name wan netns ${this.gateway}`,
      `link set ${this.link} addrgenmode none`,
      // Linux takes what a local route leads to for its own: it listens there and answers ARP.
      `route add local ${this.outside} dev lo`,
      `link set ${this.link} up`,
      `route add ${this.wan} dev ${this.link} src ${this.outside}`,
      `-n ${this.gateway} addr add ${this.wan}/24 dev wan`,
      `-n ${this.gateway} link set wan up`,
      `-n ${this.gateway} link set lo up`,
      `-n ${this.gateway} route add default via ${this.outside}`,
      `-n ${this.gateway} link add lan0 type veth peer name eth0 netns ${this.guest}`,
      `-n ${this.gateway} addr add ${this.inside}/24 dev lan0`,
      `-n ${this.gateway} link set lan0 up`,
      `-n ${this.guest} addr add ${this.guestAddress}/24 dev eth0`,
      `-n ${this.guest} link set eth0 up`,
      `-n ${this.guest} link set lo up`,
      `-n ${this.guest} route add default via ${this.inside}`,
    ])
      run('ip', line.split(' '));
    run('ip', ['netns', 'exec', this.gateway, 'sysctl', '-qw', 'net.ipv4.ip_forward=1']);
  }

  guestMac(): string {
    return run('ip', ['netns', 'exec', this.guest, 'cat', '/sys/class/net/eth0/address']).trim();
  }

  /** Of this process to the guest, so that nothing has to hide where it comes from. */
  routeBack(): void {
    run('ip', ['route', 'replace', `10.66.${this.third}.0/24`, 'via', this.wan]);
  }

  /** The link address of whoever the gateway reaches at this address. */
  neighbour(address: string): string {
    const known = run('ip', ['-n', this.gateway, 'neigh', 'show', address]);
    return /lladdr ([0-9a-f:]{17})/.exec(known)?.[1] ?? '';
  }

  /** Runs to its end in one of the namespaces. @throws Error with what it wrote, unless it exits with 0 */
  async in(namespace: string, program: string, ...parameters: readonly string[]): Promise<string> {
    const child = this.start(namespace, program, ...parameters);
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${program} ${parameters.join(' ')}: ${code} ${err.slice(-2000)}`);
    return out;
  }

  start(namespace: string, program: string, ...parameters: readonly string[]): ChildProcess {
    return spawn('ip', ['netns', 'exec', namespace, program, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Also ends every process that is left in them. */
  remove(): void {
    for (const name of [this.gateway, this.guest]) {
      const pids = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).stdout ?? '';
      // Those that are over by now are none the worse.
      if (pids.trim()) spawnSync('kill', ['-KILL', ...pids.trim().split('\n')]);
      spawnSync('ip', ['netns', 'del', name]);
    }
    spawnSync('ip', ['link', 'del', this.link]);
    spawnSync('ip', ['route', 'del', 'local', this.outside, 'dev', 'lo']);
  }
}

/** Debian packages that are missing for programs of `wanted`, and what else keeps namespaces from being made. */
export function missingFor(wanted: Readonly<Record<string, string>>): string[] {
  const isRoot = process.getuid?.() === 0;
  return [...(isRoot ? [] : ['(root is needed)']), ...packagesOfMissing(wanted)];
}

function run(program: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')}: ${stderr}`);
  return stdout;
}
