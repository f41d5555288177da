import type {
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  HeldLinkState,
} from '../../../provisioning/connector/connector.js';
import { FidCrypt } from './fias.fidcrypt.js';
import { FiasListener } from './fias.listener.js';
import { changesOfFias } from './fias.mapping.js';
import { probe } from './fias.probe.js';
import { readingOf } from './fias.reading.js';
import { FiasSettings } from './fias.settings.js';

const setUp = [
  '1. In the hotel system (OPERA, Suite8, protel and others) order and license an interface of the kind ' +
    '**internet access (WW)**.',
  "2. On the machine with IFC8 set it up as **TCP server** with a port of its own; allow this service's " +
    "address in the firewall. The link is in the clear: use it inside the hotel's network or a VPN.",
  '3. Choose UTF-8 as character set where possible, and give the same one here.',
  '4. Ask for guest-based data with reservation number (`G#`) and share flag (`GS`). Where the hotel system ' +
    'has rooms only, set `mode` to `room`.',
  '5. When the interface asks for an **IfcAuthKey**, give the same text as `auth_key`. A wrong one stops the ' +
    'interface until it is started by hand.',
  '6. Only one program may use the port: the interface keeps the connection it accepted last.',
].join('\n');

/** Hotel systems behind Oracle's interface program IFC8, and those that speak its record language FIAS. */
export const fias: ConnectorDefinition<FiasSettings> = {
  key: 'fias',
  name: 'FIAS (Oracle IFC8, protel, Suite8)',
  family: 'pms',
  factKind: 'stay',
  abilities: ['listens'],
  settings: FiasSettings,
  preset: 'hotel',
  schedule: { full: null, incremental: null },
  // The list between DS and DE is complete in itself, and comes only on request, not again half an hour later.
  absence: { scans: 1, minimumAgeSeconds: 0 },
  // An interface that is up answers link alives; its nightly restart takes minutes.
  silentAfterSeconds: ({ alive_check_seconds: seconds }) => Math.max(900, 3 * Number(seconds ?? 0)),
  setUp,
  connect: (session) => new FiasConnector(session),
};

class FiasConnector implements Connector {
  readonly listens: Connector['listens'];
  readonly charges: Connector['charges'];
  private readonly listener: FiasListener;
  private readonly closing = new AbortController();

  constructor(private readonly session: ConnectorSession<FiasSettings>) {
    const { settings, chance } = session;
    const reading = readingOf(settings);
    this.listener = new FiasListener(session, () =>
      settings.auth_key ? new FidCrypt(settings.auth_key, chance) : null,
    );
    const { charge_currency: currency } = settings;
    if (currency !== undefined) this.charges = { currency };
    this.listens = {
      listen: (link, signal) => this.listener.listen(link, AbortSignal.any([signal, this.closing.signal])),
      interpret: (message) => changesOfFias(message, reading),
    };
  }

  test(signal: AbortSignal, held?: HeldLinkState) {
    return probe(this.session, this.listener.isAlive ? { lastHeardAt: null, ...held } : held, signal);
  }

  async close(): Promise<void> {
    this.closing.abort();
  }
}
