import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from '../connection/connection.js';
import { BuiltInWifiConsole } from './built-in/built-in-wifi-console.js';
import { RemoteConsoles } from './remote/remote-consoles.js';
import type { WifiConsole } from './port/wifi-console.js';

/** Finds the console that a connection writes to. */
@Injectable()
export class Consoles {
  constructor(
    @Inject(BuiltInWifiConsole) private readonly builtIn: WifiConsole,
    @Inject(RemoteConsoles) private readonly remote: Pick<RemoteConsoles, 'for'>,
  ) {}

  for(connection: Connection): WifiConsole {
    return connection.target.console === 'built-in' ? this.builtIn : this.remote.for(connection);
  }
}
