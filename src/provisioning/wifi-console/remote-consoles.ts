import type { Connection } from '../connection/connection.js';
import type { WifiConsole } from './wifi-console.js';

/** Makes the console that a connection with a remote target writes to. */
export abstract class RemoteConsoles {
  /** The same console for every connection with the same `targetKey`. Throws `Problem` when the target is incomplete. */
  abstract for(connection: Connection): WifiConsole;
}
