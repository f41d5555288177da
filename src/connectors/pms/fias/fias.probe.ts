import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { Check, ConnectorSession } from '../../../provisioning/connector/connector.js';
import { connect, type FiasConnection } from './fias.client.js';
import { FidCrypt } from './fias.fidcrypt.js';
import { parseRecord } from './fias.record.js';
import type { FiasSettings } from './fias.settings.js';
import { textOf } from './fias.text.js';
import { linkRecord } from './fias.wire.js';

const greetingSeconds = 5;

/**
 * Looks whether an interface is there, and listens for its greeting without answering it. The IFC drops a link that another
 * process holds for that moment and queues check-ins meanwhile; while our own link is up nothing is opened.
 */
export async function probe(session: ConnectorSession<FiasSettings>, linkIsAlive: boolean, signal: AbortSignal): Promise<readonly Check[]> {
  const { settings, chance } = session;
  const key = keyCheck(settings, () => new FidCrypt(settings.auth_key ?? '', chance));
  if (linkIsAlive) return [...key, { name: 'connect', ok: true, detail: 'The link is up' }];
  let connection: FiasConnection;
  try {
    connection = await connect(session, signal);
  } catch (problem) {
    return [...key, { name: 'connect', ok: false, detail: problem instanceof ConnectorProblem ? problem.message : 'The address cannot be used' }];
  }
  const reached: Check = { name: 'connect', ok: true, detail: `${settings.host}:${settings.port} accepts connections` };
  try {
    return [...key, reached, await greeting(connection, session, signal)];
  } finally {
    connection.drop();
  }
}

function keyCheck(settings: FiasSettings, makeKey: () => FidCrypt): readonly Check[] {
  if (!settings.auth_key) return [];
  try {
    makeKey();
    return [{ name: 'auth_key', ok: true, detail: 'The key can be used. Whether it is the one of the interface shows when the link comes up' }];
  } catch (problem) {
    return [{ name: 'auth_key', ok: false, detail: problem instanceof ConnectorProblem ? problem.message : 'The key cannot be used' }];
  }
}

async function greeting(connection: FiasConnection, { settings, clock }: ConnectorSession<FiasSettings>, signal: AbortSignal): Promise<Check> {
  const heard = new Promise<Check>((resolve) => {
    connection.receive({
      frame: (content) => {
        const record = parseRecord(textOf(content, settings.encoding));
        const isStart = typeof record !== 'string' && record.id === linkRecord.start;
        resolve(answered(true, isStart ? 'The interface greets with a link start' : 'The interface speaks FIAS'));
      },
      broken: () => resolve(notFias),
    });
  });
  const hungUp = connection.closed.then(() => answered(false, 'The interface hung up at once: check that it is started and that this address may connect'));
  const over = new AbortController();
  const silent = clock.sleep(greetingSeconds * 1000, AbortSignal.any([signal, over.signal])).then(() => {
    if (signal.aborted) return answered(false, 'Given up');
    // An interface that still holds a former link does not greet; the listener then speaks first.
    return connection.hasSpoken ? notFias : answered(true, 'The interface says nothing yet, as it does while it holds a former link');
  });
  try {
    return await Promise.race([heard, hungUp, silent]);
  } finally {
    over.abort();
  }
}

function answered(ok: boolean, detail: string): Check {
  return { name: 'greeting', ok, detail };
}

const notFias = answered(false, 'What answers does not speak FIAS: check the port');
