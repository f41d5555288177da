import { endings } from './endings.js';

const triggers = endings
  .filter((each) => each.startsWith('create function usher_end_sessions_of_'))
  .map((each) => each.replace('create function', 'create or replace function'));

/** As src/database/notifications.ts hears it, of no process in particular: the one that made the change hears it, too. One for each transaction, since all are alike. */
const ring = `perform pg_notify('usher_doorbell', '{"from":"","texts":["{\\"topic\\":\\"sessions\\",\\"organizationId\\":\\"*\\",\\"key\\":\\"\\"}"]}');`;

/**
 * Whoever makes sessions due rings. A NOTIFY takes a lock on the whole database when its transaction commits, so a change that is about no open session stays silent, and so does
 * accounting: it looks at a session's volume with each interim update, minutes apart, where a second more is nothing.
 */
export const rungEndings = triggers.map((each) =>
  each
    .replace('begin\n', 'declare made_due int;\n     begin\n')
    // Whoever is rung compares with a clock of milliseconds, and may look within the same one.
    .replaceAll('s.started_at, now()', "s.started_at, date_trunc('milliseconds', now())")
    .replace(
      /return null;\n(\s*end)/,
      `get diagnostics made_due = row_count;\n       if made_due > 0 then ${ring} end if;\n       return null;\n$1`,
    ),
);

export const silentEndings = triggers;
