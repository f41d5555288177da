import { isIP } from 'node:net';
import { sharedSecret } from '../passwords/shared-secret.js';
import { readFlag, readOrNull, type Reader, readText, wholeNumber, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';
import type { RadiusServerValues } from './radius-server.js';

const port = wholeNumber(1, 65_535);

/** What may be said about a RADIUS server, in the API's names and the code's. */
export const radiusServerFields = new FieldTable<RadiusServerValues>([
  { api: 'name', name: 'name', read: readText(128) },
  { api: 'region', name: 'region', read: readOrNull(readText(64)) },
  { api: 'address', name: 'address', read: readOrNull(address) },
  { api: 'auth_port', name: 'authPort', read: port },
  { api: 'acct_port', name: 'acctPort', read: port },
  { api: 'coa_port', name: 'coaPort', read: port },
  { api: 'radsec', name: 'radsec', read: readFlag },
  { api: 'secret', name: 'secret', read: sharedSecret },
]);

const anyText: Reader = readText(253);
const hostName = /^(?!.*\.\.)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

function address(value: unknown): unknown {
  const read = anyText(value);
  if (read instanceof Wrong || isIP(read as string) > 0) return read;
  const isName = hostName.test(read as string) && !/^[0-9.]+$/.test(read as string);
  return isName ? (read as string).toLowerCase() : new Wrong('must be a host name or an IP address');
}
