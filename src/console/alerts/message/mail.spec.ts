import { describe, expect, test } from '@jest/globals';
import type { MessageContent, NotifiedAlert } from './alert-message.js';
import { mailOf } from './mail.js';
import { oneLine } from '../../../kernel/sending/one-line.js';
import { localTime } from './wording.js';

const quarantined: NotifiedAlert = {
  id: 'a1',
  event: 'connection.quarantined',
  subjectId: 'c1',
  subjectName: 'Front <desk>',
  detail: 'The outside system refuses the key',
  facts: { code: 'credentials_refused' },
  raisedAt: '2026-05-14T13:00:00.000Z',
  resolvedAt: null,
};
const held: NotifiedAlert = {
  ...quarantined,
  id: 'a2',
  event: 'plan.held',
  subjectName: 'Front desk',
  detail: '8 removals wait for a decision',
  facts: { run_id: 'r1', plan_hash: 'abc', held: 8, expires_at: '2026-05-15T13:00:00.000Z' },
};

function content(changes: Partial<MessageContent> = {}): MessageContent {
  return {
    organization: { id: 'o1', name: 'Hotel Lindenhof', timeZone: 'Europe/Vienna' },
    at: '2026-05-14T13:00:05.000Z',
    open: { alerts: [quarantined], total: 1 },
    ended: null,
    isLastForNow: false,
    ...changes,
  };
}

test('one alert is the subject; the text says what happened, since when, and what to do', () => {
  const { subject, text } = mailOf({ kind: 'alerts', content: content() }, null);
  expect(subject).toBe('[Usher] Hotel Lindenhof: Connection "Front <desk>" has stopped');
  expect(text).toBe(
    [
      'Connection "Front <desk>" has stopped',
      'The outside system refuses the key',
      'Since: 14 May 2026, 15:00 (Europe/Vienna)',
      'Correct its credentials or settings. Usher retries by itself and resumes as soon as the connection ' +
        'passes its test.',
      '',
      '--',
      'You receive this because you are an alert contact of Hotel Lindenhof in Usher.',
      '',
    ].join('\n'),
  );
});

test('HTML carries the same words, escaped, with no link and no picture', () => {
  const { html } = mailOf({ kind: 'alerts', content: content() }, null);
  expect(html).toContain(
    '<b>Connection &quot;Front &lt;desk&gt;&quot; has stopped</b><br>The outside system refuses the key<br>',
  );
  expect(html).not.toMatch(/<a |<img|https?:/);
});

test('where to look is said when the service knows its own address', () => {
  const { text, html } = mailOf({ kind: 'alerts', content: content() }, 'https://wifi.example.com/');
  expect(text).toContain('\nAll alerts: https://wifi.example.com/console/alerts\n');
  expect(html).toContain('All alerts: https://wifi.example.com/console/alerts');
});

test('many alerts are counted, and those that are not named are, too', () => {
  const { subject, text } = mailOf(
    {
      kind: 'alerts',
      content: content({ open: { alerts: [quarantined, held], total: 1_000 }, isLastForNow: true }),
    },
    null,
  );
  expect(subject).toBe('[Usher] Hotel Lindenhof: 1000 alerts');
  expect(text).toContain('… and 998 more, see Alerts in the console.');
  expect(text).toContain('then approve or reject it before 15 May 2026, 15:00 (Europe/Vienna).');
  expect(text).toContain('Further alerts follow in the daily digest');
});

test('an end has words of its own, and says since when and until when it was', () => {
  const ended = { alerts: [{ ...quarantined, resolvedAt: '2026-05-14T14:00:00.000Z' }], total: 1 };
  const { subject, text } = mailOf(
    { kind: 'alerts', content: content({ open: { alerts: [], total: 0 }, ended }) },
    null,
  );
  expect(subject).toBe('[Usher] Hotel Lindenhof: Connection "Front <desk>" is working again');
  expect(text).toMatch(
    /^ENDED \(1\)\n\nConnection "Front <desk>" is working again\n[^]*Since: 14 May 2026, 15:00[^]*Ended: 14 May 2026, 16:00/,
  );
  expect(
    mailOf(
      { kind: 'alerts', content: content({ open: { alerts: [], total: 0 }, ended: { ...ended, total: 3 } }) },
      null,
    ).subject,
  ).toBe('[Usher] Hotel Lindenhof: 3 alerts have ended');
});

test('the digest tells what stands and what ended', () => {
  const ended = { alerts: [{ ...held, resolvedAt: '2026-05-14T14:00:00.000Z' }], total: 1 };
  const { subject, text } = mailOf({ kind: 'digest.daily', content: content({ ended }) }, null);
  expect(subject).toBe('[Usher] Hotel Lindenhof: daily digest, 1 open, 1 ended');
  expect(text).toMatch(
    /OPEN \(1\)[^]*has stopped[^]*ENDED \(1\)[^]*removals no longer need approval[^]*Ended: 14 May 2026, 16:00/,
  );
});

test.each([
  ['connection.quarantined', { code: 'given_up' }, 'Connection "Front desk" was disabled'],
  [
    'certificate.expiring',
    { serial: '0a1b', expires_at: '2026-06-01T00:00:00.000Z' },
    'A certificate expires on 1 June 2026, 02:00 (Europe/Vienna)',
  ],
  [
    'certificate.expiring',
    { serial: '0a1b', usage: 'authority', expires_at: '2026-06-01T00:00:00.000Z' },
    'The certificate authority expires on 1 June 2026, 02:00 (Europe/Vienna)',
  ],
  ['webhook.failing', {}, 'Webhook "Front desk" is failing'],
  ['webhook.disabled', { reason: 'gone' }, 'Webhook "Front desk" was disabled'],
] as const)('%s %j has words of its own', (event, facts, headline) => {
  expect(
    mailOf({ kind: 'alerts', content: content({ open: { alerts: [{ ...held, event, facts }], total: 1 } }) }, null)
      .subject,
  ).toBe(`[Usher] Hotel Lindenhof: ${headline}`);
});

describe('names from elsewhere', () => {
  test('stay on the line of their header', () => {
    const { subject } = mailOf(
      {
        kind: 'test',
        content: content({
          organization: { id: 'o1', name: 'Lindenhof\r\nBcc: all@example.com\u2028X', timeZone: 'UTC' },
        }),
      },
      null,
    );
    expect(subject).toBe('[Usher] Lindenhof Bcc: all@example.com X: a test message');
  });

  test('are cut by characters, not in the middle of one', () => {
    expect(oneLine('🏨'.repeat(10), 4)).toBe('🏨🏨🏨…');
    expect(oneLine(' a\u0000b\t\u202ec ', 10)).toBe('a b c');
  });

  test('an unknown time zone gives UTC', () => {
    expect(localTime('2026-05-14T13:00:00.000Z', 'Nowhere/Else')).toBe('14 May 2026, 13:00 (UTC)');
  });
});
