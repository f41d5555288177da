import { readdirSync, readFileSync } from 'node:fs';
import type { ConnectorRig, Recording } from '../connector-contract/rig.js';

const folder = new URL('../../src/connectors/hr/scim/recordings/', import.meta.url);

function recorded(): object[] {
  return readdirSync(folder).map(
    (name) => (JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording).stored as object,
  );
}

/** Nothing of SCIM is asked for: directories call, and what they changed is stored in this form. */
export const scimRig: ConnectorRig = {
  settings: {
    valid: { time_zone: 'Europe/Vienna', site: 'lindenhof' },
    invalid: { time_zone: 'half past nine', site: ' ', groups: 'all', allow_clear_members: 'perhaps' },
  },
  test: null,
  recordings: {
    folder,
    changes: (recording, connector) =>
      connector.serves!.interpret({
        body: Buffer.from(JSON.stringify(recording.stored)),
        receivedAt: '2026-05-14T13:12:04.000Z',
        sequence: '00000000000000000001',
      }),
  },
  serves: {
    settings: {},
    stored: recorded,
    unknown: () => ({ resource: 'entitlement', id: 'x' }),
  },
};
