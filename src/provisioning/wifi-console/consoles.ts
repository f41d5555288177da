import { Injectable } from '@nestjs/common';
import type { Connection } from '../connection/connection.js';
import { RemoteConsoles } from './remote-consoles.js';
import type { WifiConsole } from './wifi-console.js';

/** The console of this very database. */
export abstract class OwnConsole {
  abstract readonly console: WifiConsole;
}

/** Which console a connection writes to. */
@Injectable()
export class Consoles {
  constructor(private readonly own: OwnConsole, private readonly remote: RemoteConsoles) {}

  for(connection: Connection): WifiConsole {
    return connection.target.console === 'built-in' ? this.own.console : this.remote.for(connection);
  }
}
