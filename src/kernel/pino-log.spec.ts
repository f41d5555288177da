import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { PinoLog } from './pino-log.js';

function recorded() {
  const lines: Record<string, unknown>[] = [];
  const log = new PinoLog(
    pino(
      { base: undefined },
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
    user: { email: '[redacted]', id: '1', more: { lastName: '[redacted]' } },
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

test('what is written as JSON is a line like any other, with or without a way of its own', () => {
  const lines: Record<string, unknown>[] = [];
  const stream = {
    write: (line: string) => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  };
  const logger = pino({ base: undefined, timestamp: () => ',"time":"now"' }, stream);
  const members = '"status":200,"route":"/users/:id"';
  new PinoLog(logger).written(members, 'request');
  new PinoLog(logger, stream).written(members, 'request');
  expect(lines).toMatchObject(
    [1, 2].map(() => ({ level: 30, status: 200, route: '/users/:id', time: expect.any(String), msg: 'request' })),
  );
  logger.level = 'warn';
  new PinoLog(logger, stream).written(members, 'request');
  expect(lines).toHaveLength(2);
});
