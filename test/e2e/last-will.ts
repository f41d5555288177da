import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Reads what is to go: `12` a process, `-12` no longer, `/x` a folder with the PostgreSQL that runs in it. Its standard
 * input ends with whoever writes there, however that ends; then it ends the processes and removes the folders.
 */
const script = String.raw`
pids=' '
while read -r word; do
  case $word in
    done) exit 0 ;;
    /*) set -- "$@" "$word" ;;
    -*) pids=$(echo "$pids" | sed "s/ $(echo "$word" | tr -d -) / /") ;;
    *) pids="$pids$word " ;;
  esac
done
gone() { for each in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null || return 0; sleep 1; done; return 1; }
for pid in $pids; do kill -TERM "$pid" 2>/dev/null; done
for pid in $pids; do gone "$pid" || kill -KILL "$pid"; done
for folder in "$@"; do
  place=$(cat "$folder/postgres.location" 2>/dev/null)
  for root in "$folder" "$place"; do
    [ -n "$root" ] || continue
    find "$root" -maxdepth 4 -name postmaster.pid 2>/dev/null | while read -r lock; do
      pid=$(head -n 1 "$lock")
      kill -INT "$pid" 2>/dev/null
      gone "$pid" || kill -QUIT "$pid"
    done
    rm -rf "$root"
  done
done`;

/** What this process leaves is ended after it, also where it is killed by -9 and can end nothing itself. */
class LastWill {
  private paper: Socket | undefined;

  /** To be ended, too, until it has ended. */
  end(child: { readonly pid?: number; once(event: 'exit', heard: () => void): unknown }): void {
    if (child.pid === undefined) return;
    this.write(`${child.pid}`);
    child.once('exit', () => this.write(`-${child.pid}`));
  }

  /** To be removed, once the PostgreSQL that may run in it has ended. */
  remove(folder: string): void {
    this.write(folder);
  }

  /** Everything has ended as it should. */
  revoke(): void {
    this.write('done');
  }

  private write(word: string): void {
    (this.paper ??= opened()).write(`${word}\n`);
  }
}

/** In a session of its own: Ctrl-C does not reach it. */
function opened(): Socket {
  const reader = spawn('sh', ['-c', script, 'sh'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const paper = reader.stdin as unknown as Socket;
  paper.on('error', () => undefined);
  reader.unref();
  paper.unref();
  return paper;
}

export const lastWill = new LastWill();
