import type { WorkTrouble } from './work-condition.js';

/** Work that goes on beside requests (workers, sweeps, listeners). Started in the roles `all` and `worker` only. */
export abstract class Background {
  abstract readonly name: string;
  abstract start(): void;
  /** Finishes or hands back what is in flight; resolves within 10 s. */
  abstract stop(): Promise<void>;

  /** What keeps it from its work, several times in a row; null while it goes well. */
  get trouble(): WorkTrouble | null {
    return null;
  }
}
