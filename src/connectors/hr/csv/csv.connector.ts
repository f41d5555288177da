import path from 'node:path';
import type {
  Check,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
} from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { FileStore } from '../../../provisioning/connector/files.js';
import { openSftp } from './csv.client.js';
import { CsvExamination } from './csv.examination.js';
import { CsvFetching, markerOf } from './csv.fetching.js';
import { openFolder } from './csv.folder.js';
import { CsvPages } from './csv.pages.js';
import { CsvPolls } from './csv.polls.js';
import { CsvSettings } from './csv.settings.js';
import { CsvSnapshots } from './csv.snapshots.js';
import { type FoundFile, isUnfinished, hasForm, type OpenSource } from './csv.source.js';

/** Staff lists as files: complete or changes only, uploaded, dropped into a folder or fetched. */
export const csv: ConnectorDefinition<CsvSettings> = {
  key: 'csv',
  name: 'CSV files',
  family: 'hr',
  factKind: 'employment',
  abilities: ['polls', 'snapshots', 'examines'],
  settings: CsvSettings,
  preset: 'staff',
  schedule: { full: '17 4 * * *', incremental: '*/15 * * * *' },
  // A person must be missing from two accepted files, a day apart.
  absence: { scans: 2, minimumAgeSeconds: 86_400 },
  silentAfterSeconds: ({ expected_hours: hours }) => (typeof hours === 'number' && hours > 0 ? hours * 3_600 : null),
  setUp: [
    'Let the HR system export everybody (actives, and leavers of the last 90 days) every night as CSV with a ' +
      'header, and choose how the file gets here:',
    '',
    "1. **Upload**: on the connection's page, or by the HR system over the API with a key that holds " +
      '`files:write` only.',
    "2. **Folder**: put the file into the folder with the connection's id below the server's drop folder, which " +
      'your server administrator sets as `USHER_DROP_DIR`. Usher makes it with the connection; best put a file there ' +
      'under another name first, then rename it.',
    "3. **SFTP**: give host, user, directory and the fingerprint of the server's key (`ssh-keygen -lf`); " +
      'Usher fetches, and changes nothing there.',
    '',
    'Every file is looked through as a whole before anything of it counts. One that is broken, or very unlike ' +
      'the last one, changes nothing.',
  ].join('\n'),
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<CsvSettings>): Connector {
  const { settings, clock } = session;
  const fileStore = session.files ?? noFileStore;
  const examination = new CsvExamination(settings);
  const pages = new CsvPages(settings, fileStore);
  const open = sourceOf(session, fileStore);
  const fetching = open && new CsvFetching(settings, open, fileStore, examination, clock);
  return {
    test: (signal) => test(session, open, remediesFor(session, fileStore), signal),
    polls: new CsvPolls(fileStore, pages, fetching),
    snapshots: new CsvSnapshots(fileStore, pages),
    examines: examination,
  };
}

function sourceOf(session: ConnectorSession<CsvSettings>, { folder }: FileStore): OpenSource | null {
  switch (session.settings.source) {
    case 'upload':
      return null;
    case 'folder':
      return () => openFolder(folder);
    case 'sftp':
      return (signal) => openSftp(session, signal);
  }
}

async function test(
  { settings }: ConnectorSession<CsvSettings>,
  open: OpenSource | null,
  remedies: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const place = settings.source === 'sftp' ? `${settings.host}:${settings.port ?? 22}` : settings.source;
  if (signal.aborted)
    return [{ name: 'reachable', ok: false, tried: place, detail: 'The check was given up', remedy: 'Test again' }];
  if (!open) return [{ name: 'upload', ok: true, detail: "Files are taken on the connection's page and by the API" }];
  const checks: Check[] = [];
  try {
    const source = await open(signal);
    checks.push({
      name: 'reachable',
      ok: true,
      tried: place,
      detail: settings.source === 'sftp' ? `${settings.host}, with the host key that is set` : 'The folder is there',
    });
    try {
      const listed = await source.list(signal);
      const fitting = listed.filter(
        ({ name }) =>
          hasForm(name, settings.file_name) && !isUnfinished(name) && !name.endsWith(settings.marker_suffix),
      );
      const isUnmarked = (file: FoundFile) =>
        settings.completion === 'marker' && markerOf(file, listed, settings) === undefined;
      const waiting = fitting.filter(isUnmarked).length;
      const waits = waiting > 0 ? `; ${waiting} of them without a marker, or with one that is older` : '';
      checks.push({
        name: 'files',
        ok: true,
        tried: 'the list of files',
        detail:
          fitting.length > 0
            ? `${fitting.length} fit ${settings.file_name}${waits}`
            : `None fits ${settings.file_name} yet`,
      });
    } finally {
      await source.close();
    }
    return checks;
  } catch (error) {
    const name =
      checks.length > 0
        ? 'files'
        : error instanceof ConnectorProblem
          ? (({ credentials_refused: 'credentials', settings_invalid: 'settings' } as Record<string, string>)[
              error.code
            ] ?? 'reachable')
          : 'reachable';
    return [
      ...checks,
      {
        name,
        ok: false,
        tried: place,
        detail: error instanceof ConnectorProblem ? error.message : 'The check was given up',
        remedy: remedies[name],
      },
    ];
  }
}

const serverRemedies: Readonly<Record<string, string>> = {
  reachable: 'Check host, port and the firewall between',
  credentials: 'Compare user_name with password or private_key, on the server',
  settings: 'Correct the setting that the detail names',
  files: 'Let the account of user_name list and read the directory',
};

function remediesFor(
  { settings }: ConnectorSession<CsvSettings>,
  { folder }: FileStore,
): Readonly<Record<string, string>> {
  if (settings.source !== 'folder') return serverRemedies;
  if (!folder) return { settings: 'Set USHER_DROP_DIR on the server and start Usher again, or choose another source' };
  const name = path.basename(folder);
  return {
    reachable:
      `Let Usher's account write to the drop folder of the server (USHER_DROP_DIR), or make the folder ${name} in ` +
      'it, which that account may read; the next look finds it',
    settings: `Take ${name} away from the drop folder of the server; Usher makes the folder`,
    files: `Let Usher's account list and read the folder ${name}`,
  };
}

/** A process without the file store can still check settings. */
const nothing = (): never => {
  throw new ConnectorProblem('settings_invalid', 'This process keeps no files');
};
const noFileStore: FileStore = {
  folder: null,
  store: nothing,
  refuse: nothing,
  knows: nothing,
  content: nothing,
  before: nothing,
  judge: nothing,
  find: nothing,
  nextChanges: nothing,
};
