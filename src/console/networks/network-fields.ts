import { sharedSecret } from '../passwords/shared-secret.js';
import { readFlag, hasControl, id, readOrNull, readText, wholeNumber, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';
import { accessPointVendor } from './access-point-vendors.js';
import { clientAddress } from './client-address.js';
import { type ClientInput, type Network, type NetworkValues, unknownUserRules } from './network.js';

const mostClients = 1000;

const clientFields = new FieldTable<ClientInput>([
  { api: 'id', name: 'id', read: id },
  { api: 'address', name: 'address', read: clientAddress },
  { api: 'short_name', name: 'shortName', read: readText(64) },
  { api: 'vendor', name: 'vendor', read: accessPointVendor },
  { api: 'secret', name: 'secret', read: sharedSecret },
  { api: 'coa_port', name: 'coaPort', read: wholeNumber(1, 65_535) },
  { api: 'require_message_authenticator', name: 'requireMessageAuthenticator', read: readFlag },
]);

/** What may be said about a network, in the API's names and the code's. */
export const networkFields = new FieldTable<NetworkValues & Pick<Network, 'captivePortalId'>>([
  { api: 'name', name: 'name', read: readText(128) },
  { api: 'ssid', name: 'ssid', read: readOrNull(ssid) },
  { api: 'radius_server_id', name: 'radiusServerId', read: readOrNull(id) },
  { api: 'captive_portal_id', name: 'captivePortalId', read: readFromThePortal },
  { api: 'default_table_id', name: 'defaultGroupId', read: readOrNull(id) },
  { api: 'unknown_users', name: 'unknownUsers', read: unknownUsers },
  { api: 'clients', name: 'clients', read: clients },
]);

/** As access points send it, in Called-Station-Id: up to 32 bytes, case and blanks matter (IEEE 802.11). */
function ssid(value: unknown): unknown {
  if (typeof value !== 'string') return new Wrong('must be text');
  if (value.length === 0 || Buffer.byteLength(value) > 32) return new Wrong('must have 1 to 32 bytes as UTF-8');
  return hasControl(value) ? new Wrong('must not contain control characters') : value;
}

function readFromThePortal(): Wrong {
  return new Wrong('is read from the captive portal: set network_id of the captive portal instead');
}

function unknownUsers(value: unknown): unknown {
  return (unknownUserRules as readonly unknown[]).includes(value)
    ? value
    : new Wrong(`must be ${unknownUserRules.join(' or ')}`);
}

function clients(value: unknown): unknown {
  if (!Array.isArray(value) || value.length > mostClients)
    return new Wrong(`must be a list of at most ${mostClients} clients`);
  const wishes: ClientInput[] = [];
  for (const [index, each] of value.entries()) {
    const {
      values,
      errors: [error],
    } = clientFields.fromApi(each, ['address']);
    if (error) return new Wrong(error.detail, `/${index}${error.pointer.slice(1)}`);
    const wish = values as ClientInput;
    if (wishes.some(({ address }) => address === wish.address))
      return new Wrong('is the address of two clients: name each once', `/${index}/address`);
    if (wish.id && wishes.some((other) => other.id === wish.id))
      return new Wrong('is the id of two clients', `/${index}/id`);
    wishes.push(wish);
  }
  return wishes;
}
