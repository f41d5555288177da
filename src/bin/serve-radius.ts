import 'reflect-metadata';
import { AppModule } from '../app.module.js';
import { SessionWriter } from '../console/sessions/accounting/session-writer.js';
import { WrongSecrets } from '../console/networks/contacts/wrong-secrets.js';
import { createHttpApplication } from '../http/edge/http-application.js';
import type { Log } from '../kernel/log.js';
import type { Secrets } from '../kernel/secrets.js';
import type { Settings } from '../kernel/settings.js';
import { DirectoryLogins } from '../portal/logins/directory-logins.js';
import { radiusLogin, requireOwnSession } from '../radius/freeradius/database-login.js';
import type { RunningServers } from '../radius/freeradius/running-servers.js';
import type { DatabaseServer } from '../start/database-server.js';
import { type Behind, runFolderOf } from '../start/freeradius-at-once.js';
import { FreeRadiusSupervisor } from '../start/freeradius-supervisor.js';
import { openDatabase } from '../start/open-database.js';

interface Radius {
  readonly settings: Settings;
  readonly log: Log;
  readonly server: DatabaseServer;
  readonly servers: RunningServers;
  readonly behind: Behind;
  readonly secrets: Secrets;
  readonly stop: AbortSignal;
}

/** The part of `usher radius` that needs the application: what FreeRADIUS shows, asks, and has told. */
export async function serveRadius({ settings, log, server, servers, behind, secrets, stop }: Radius): Promise<void> {
  const database = await openDatabase(settings, log, {
    server: { url: server.url, stop: () => Promise.resolve() },
    needsKeys: true,
  });
  try {
    await requireOwnSession(await radiusLogin(database.dataSource, database.url, secrets));
    const app = await createHttpApplication(AppModule.with(settings, log, database));
    await app.init();
    const logins = app.get(DirectoryLogins, { strict: false });
    const wrongSecrets = app.get(WrongSecrets);
    behind.isLoaded({
      hear: (text) => void wrongSecrets.heard(text),
      forged: (accessPoint, address) => void wrongSecrets.shown(accessPoint, address),
      judge: (asked) => logins.judge(asked),
    });
    // What is stored here is written also while no service runs.
    const sessions = app.get(SessionWriter, { strict: false });
    sessions.start();
    try {
      const ports = { auth: settings.radius?.authPort ?? 1812, radsec: settings.radius?.radsecPort ?? 2083 };
      await new FreeRadiusSupervisor(app, servers, runFolderOf(settings), ports, log).run(stop);
    } finally {
      await sessions.stop();
      await app.close();
    }
  } finally {
    await database.close();
  }
}
