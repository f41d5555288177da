import type { WorkTrouble } from './work-condition.js';

/** Work that runs beside requests (workers, sweeps, listeners). Starts only in the roles `all` and `worker`. */
export abstract class Background {
  abstract readonly name: string;
  abstract start(): void;
  /** Finishes or hands back work in flight; resolves within 10 s. */
  abstract stop(): Promise<void>;

  /** What has stopped this work several times in a row; null while it goes well. */
  get trouble(): WorkTrouble | null {
    return null;
  }
}
