import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { Check, ConnectorSession, HeldLinkState } from '../../../provisioning/connector/connector.js';
import { connect, type FiasConnection } from './fias.client.js';
import { FidCrypt } from './fias.fidcrypt.js';
import { localNow } from './fias.link.js';
import { parseRecord, recordText } from './fias.record.js';
import type { FiasSettings } from './fias.settings.js';
import { decodedText } from './fias.text.js';
import { linkRecord } from './fias.wire.js';

/**
 * The IFC speaks first; we begin only if it stays silent. The times are those of a real link, except for the answer,
 * because somebody waits for the test.
 */
const greetingSeconds = 3;
const answerSeconds = 10;

/**
 * Checks that an interface there speaks FIAS: it greets with a link start, or answers ours. The IFC would drop a link
 * that another process holds and queue check-ins meanwhile; so while this connection's link is up, in any process,
 * nothing is opened.
 */
export async function probe(
  session: ConnectorSession<FiasSettings>,
  held: HeldLinkState | undefined,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const { settings, chance } = session;
  const tried = `${settings.host}:${settings.port}`;
  const key = keyCheck(settings, () => new FidCrypt(settings.auth_key ?? '', chance));
  if (held)
    return [
      ...key,
      {
        name: 'connect',
        ok: true,
        tried,
        detail:
          'The link is ' +
          `up${held.lastHeardAt ? `; last heard of at ${held.lastHeardAt}` : ''}` +
          (held.detail ? `. ${held.detail}` : ''),
      },
    ];
  let connection: FiasConnection;
  try {
    connection = await connect(session, signal);
  } catch (problem) {
    const detail = problem instanceof ConnectorProblem ? problem.message : 'The address cannot be used';
    return [
      ...key,
      {
        name: 'connect',
        ok: false,
        tried,
        detail,
        remedy: 'Start the interface in IFC8, and check host, port and the firewall between',
      },
    ];
  }
  const reached: Check = { name: 'connect', ok: true, tried, detail: `${tried} accepts connections` };
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
    return [
      {
        name: 'auth_key',
        ok: true,
        detail: 'The key can be used. Whether it is the one of the interface shows when the link comes up',
      },
    ];
  } catch (problem) {
    const detail = problem instanceof ConnectorProblem ? problem.message : 'The key cannot be used';
    return [
      {
        name: 'auth_key',
        ok: false,
        tried: 'the form of auth_key',
        detail,
        remedy: 'Copy the IfcAuthKey from the set-up of the interface in IFC8',
      },
    ];
  }
}

async function greeting(
  connection: FiasConnection,
  session: ConnectorSession<FiasSettings>,
  signal: AbortSignal,
): Promise<Check> {
  const { settings, clock } = session;
  const over = new AbortController();
  const given = AbortSignal.any([signal, over.signal]);
  const heard = new Promise<Check>((resolve) => {
    connection.receive({
      frame: (content) => {
        const record = parseRecord(decodedText(content, settings.encoding));
        const said = typeof record === 'string' ? undefined : saidBy[record.id];
        resolve(said ? answered(said) : notFias);
      },
      broken: () => resolve(notFias),
    });
  });
  const hungUp = connection.closed.then(() =>
    refused(
      'The interface hung up at once',
      'Check in IFC8 that the interface is started and that this address may connect',
    ),
  );
  const silent = clock
    .sleep(greetingSeconds * 1000, given)
    .then(async () => {
      if (connection.hasSpoken) return notFias;
      connection.send(recordText(linkRecord.start, localNow(session)));
      await clock.sleep(answerSeconds * 1000, given);
      return connection.hasSpoken
        ? notFias
        : refused(
            'It accepts connections, but neither greets nor answers a link start',
            'Check the port; if it is the right one, restart the interface in IFC8',
          );
    })
    .then((check) => (signal.aborted ? refused('The check was given up', 'Test again') : check));
  try {
    return await Promise.race([heard, hungUp, silent]);
  } finally {
    over.abort();
  }
}

/** Any link record from the other side proves that it speaks FIAS. */
const saidBy: Readonly<Record<string, string>> = {
  [linkRecord.start]: 'The interface greets with a link start',
  [linkRecord.alive]: 'The interface answers that the link is alive',
  [linkRecord.end]: 'The interface speaks FIAS, and ends the link just now',
};
const asked = 'a link start (LS) from the interface, or an answer to ours';

function answered(detail: string): Check {
  return { name: 'greeting', ok: true, tried: asked, detail };
}

function refused(detail: string, remedy: string): Check {
  return { name: 'greeting', ok: false, tried: asked, detail, remedy };
}

const notFias = refused(
  'What answers does not speak FIAS: check the port',
  'Give the port of the interface, as IFC8 shows it',
);
