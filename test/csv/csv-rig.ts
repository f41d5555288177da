import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { columnsOf, rowOf } from '../../src/connectors/hr/csv/csv.columns.js';
import { csv } from '../../src/connectors/hr/csv/csv.connector.js';
import { CsvMapping, malformedRow } from '../../src/connectors/hr/csv/csv.mapping.js';
import type { CsvSettings } from '../../src/connectors/hr/csv/csv.settings.js';
import type { Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import { KeptFiles, offered } from '../connector-contract/kept-files.js';
import type { ConnectorRig, Outside, Recording, SettingValues } from '../connector-contract/rig.js';
import { open } from '../connector-contract/session.js';
import { SftpSimulator } from '../simulators/csv/sftp-simulator.js';
import { header, people, row, staffFile } from '../simulators/csv/staff-file.js';

export const semicolons = { time_zone: 'Europe/Prague', delimiter: 'semicolon', trailer: '#TRAILER' };
const host = '127.0.0.1';

export function sftpSettings(simulator: SftpSimulator): SettingValues {
  return {
    ...semicolons,
    source: 'sftp',
    host,
    port: simulator.port,
    user_name: simulator.user,
    password: simulator.password,
    host_key: simulator.hostKey,
    completion: 'marker',
    directory: '/',
  };
}

/** A connection with a fileStore; what is put on it was looked through as an upload would be. */
export async function shelved(files: KeptFiles, settings: SettingValues, ...contents: readonly (string | Buffer)[]) {
  const { connector } = open(csv as unknown as ConnectorDefinition, { settings, files });
  for (const content of contents) await upload(connector, files, content);
  return connector;
}

export async function upload(
  connector: Connector,
  files: KeptFiles,
  content: string | Buffer,
  changes: Parameters<typeof offered>[1] = {},
) {
  const file = await files.store(offered(content, changes), connector.examines!.mostBytes);
  if (file.status !== 'received') return { ...file, findings: [] };
  const { examination, fingerprints } = await connector.examines!.examine(file, files, AbortSignal.timeout(200_000));
  await files.judge(file, examination, fingerprints);
  return { ...file, ...examination, status: examination.verdict };
}

const deltaHeader = `action;${header};seq`;

/** Changes that lie in a folder with their marker; the folder is the connection's own. */
async function dropped(
  count: number,
  malformedRows = 0,
): Promise<Outside & { since: Cursor | null; keys: readonly string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-drop-'));
  await mkdir(folder, { recursive: true });
  const staff = people(count);
  const rows = [
    ...staff.map((each) => `U;${row(each)}`),
    ...people(malformedRows).map((each) => `U;${row({ ...each, number: `odd${each.number}`, start: '31.2.2026' })}`),
  ];
  const text = [deltaHeader, ...rows.map((each, index) => `${each};${index + 1}`), `#TRAILER;${rows.length}`, ''].join(
    '\n',
  );
  await writeFile(path.join(folder, 'delta-2026-03-02.csv'), text);
  await writeFile(path.join(folder, 'delta-2026-03-02.csv.done'), String(rows.length));
  await utimes(
    path.join(folder, 'delta-2026-03-02.csv'),
    new Date('2026-03-02T03:00:00Z'),
    new Date('2026-03-02T03:00:00Z'),
  );
  return {
    settings: { ...semicolons, source: 'folder', mode: 'delta', completion: 'marker' },
    files: new KeptFiles(folder),
    since: null,
    keys: staff.map(({ number }) => number),
    written: () => 0,
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function listed(count: number): Promise<Outside & { keys: readonly string[]; files: KeptFiles }> {
  const files = new KeptFiles();
  const staff = people(count);
  await shelved(files, semicolons, staffFile(staff));
  return {
    settings: semicolons,
    files,
    keys: staff.map(({ number }) => number),
    written: () => 0,
    stop: () => Promise.resolve(),
  };
}

async function server(settings: SettingValues = {}): Promise<Outside & { simulator: SftpSimulator }> {
  const simulator = await SftpSimulator.start();
  simulator.put('staff.csv', staffFile(people(3)), '2026-03-02T03:00:00Z');
  return {
    simulator,
    settings: { ...sftpSettings(simulator), ...settings },
    files: new KeptFiles(),
    written: () => simulator.writes,
    stop: () => simulator.stop(),
  };
}

/** A recording is a file as text, and what its rows mean. */
function meaningOf(recording: Recording): readonly Change[] {
  const settings = { ...semicolons, ...recording.settings };
  return recordedChanges(String(recording.file), settings);
}

/** The mapping is pure and the reading is not: recordings are mapped row by row, as one unquoted line each. */
function recordedChanges(text: string, settings: SettingValues): readonly Change[] {
  const { session } = open(csv as unknown as ConnectorDefinition, { settings });
  const [head, ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split(';'));
  const columns = columnsOf(head, session.settings as CsvSettings);
  const mapping = new CsvMapping(session.settings as CsvSettings);
  return lines.map((cells, index) => {
    const understood = mapping.understand(rowOf(cells, columns));
    return 'invalid' in understood ? malformedRow(understood.invalid, index + 2) : understood.change;
  });
}

const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEga2V5\n-----END OPENSSH PRIVATE KEY-----';
const good = () => Buffer.from(staffFile(people(12)));

export const csvRig: ConnectorRig = {
  settings: {
    valid: { ...semicolons, password: 'hr-drop-secret', private_key: key, passphrase: 'open-sesame-2' },
    invalid: {
      source: 'ftp',
      mode: 'both',
      file_name: '../*.csv',
      completion: 'soon',
      marker_suffix: 'done',
      expected_hours: -1,
      encoding: 'utf-7',
      fallback_encoding: 'guess',
      delimiter: ';',
      quote: '"',
      date_format: 'D.M.Y',
      trailer: 'two words',
      columns: ['employee_number'],
      statuses: 'x',
      worker_types: ['=x'],
      key_width: 0,
      time_zone: 'Vienna',
      site_time_zones: ['PRG'],
      site: ' ',
      host: 'sftp://host',
      port: 0,
      user_name: 'two words',
      directory: 'a\nb',
      host_key: 'MD5:00',
      password: 7,
      private_key: 'none',
      passphrase: 7,
    },
  },
  test: {
    reachable: () => server(),
    unreachable: async () => {
      const world = await server();
      await world.stop();
      return { ...world, stop: () => Promise.resolve() };
    },
    refused: () => server({ password: 'another-password' }),
  },
  recordings: { folder: new URL('../../src/connectors/hr/csv/recordings/', import.meta.url), changes: meaningOf },
  polls: { start: (count) => dropped(count), many: 1100, startWithMalformed: (count) => dropped(count, 1) },
  snapshots: {
    start: listed,
    many: 1100,
    startCutOff: async (count) => {
      const world = await listed(count);
      world.files.breaksAfterBytes = 60_000;
      return world;
    },
  },
  examines: {
    settings: semicolons,
    good,
    broken: () => [
      Buffer.from([0xff, 0x00, 0xfe, 0x81, 0x0a]),
      Buffer.from('\n'),
      Buffer.from('Jana;Novak\n'),
      good().subarray(0, 400),
      Buffer.from(`${header}\n000001;"Jana;Novak0\n`),
      Buffer.from(`${header}\n000001;Jana\n`),
    ],
    personal: ['Jana', 'Novak', '000001', 'acme.example'],
  },
};
