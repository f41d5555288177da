import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { PinoLog, redacting } from './pino-log.js';

function recorded() {
  const lines: Record<string, unknown>[] = [];
  const log = new PinoLog(
    pino(
      { ...redacting, base: undefined },
      {
        write: (line: string) => {
          lines.push(JSON.parse(line) as Record<string, unknown>);
        },
      },
    ),
  );
  return { log, lines };
}

test('values under names of secrets and persons never reach a line, however deep', () => {
  const { log, lines } = recorded();
  const facts = {
    status: 200,
    token: 'usher_x',
    user: { email: 'a@example.com', id: '1', more: { lastName: 'Novakova' } },
  };
  log.info(facts, 'request');
  log.with({ password: 'novakova', run: 'r' }).error({ secret: 's' }, 'failed');
  expect(lines[0]).toMatchObject({
    status: 200,
    token: '[redacted]',
    user: { email: '[redacted]', id: '1', more: { last_name: '[redacted]' } },
    msg: 'request',
  });
  expect(lines[1]).toMatchObject({ password: '[redacted]', run: 'r', secret: '[redacted]' });
  expect(facts.user.email).toBe('a@example.com');
});

test('facts without secrets are written as they are', () => {
  const { log, lines } = recorded();
  log.warn({ attempt: 2, error: 'timeout', at: new Date(0) }, 'again');
  expect(lines[0]).toMatchObject({ attempt: 2, error: 'timeout', at: '1970-01-01T00:00:00.000Z' });
});

test('names are written as the API spells them, whichever way the code does', () => {
  const { log, lines } = recorded();
  log.with({ organizationId: 'o' }).info({ connectionId: 'c', first_name: 'Jana', seen: { dueAt: 'then' } }, 'polled');
  expect(lines[0]).toMatchObject({
    organization_id: 'o',
    connection_id: 'c',
    first_name: '[redacted]',
    seen: { due_at: 'then' },
  });
});
