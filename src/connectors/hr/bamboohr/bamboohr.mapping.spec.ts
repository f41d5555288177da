import { describe, expect, test } from '@jest/globals';
import { signedAt, vectorRequests } from '../../../../test/bamboohr/bamboohr-rig.js';
import { open } from '../../../../test/connector-contract/session.js';
import { ManualClock } from '../../../../test/kernel/manual-clock.js';
import type { ConnectorDefinition } from '../../../provisioning/connector/connector.js';
import { bamboohr } from './bamboohr.connector.js';
import { changeOf } from './bamboohr.mapping.js';
import type { BambooHrSettings } from './bamboohr.settings.js';

const settings = (changes: Partial<BambooHrSettings> = {}) =>
  ({
    time_zone: 'Europe/Prague',
    location_time_zones: [],
    last_day: 'termination_date',
    employment_statuses: [],
    ...changes,
  }) as unknown as BambooHrSettings;
const readAt = '2026-03-02T08:15:31.000Z';
type Rows = readonly (readonly [string, string])[];

function facts(
  employee: Record<string, string | null>,
  rows: Rows | null = [],
  changes: Partial<BambooHrSettings> = {},
  at = readAt,
) {
  const change = changeOf(
    {
      employee: { id: '417', status: 'Active', hireDate: '2024-03-01', ...employee },
      readAt: at,
      rows:
        rows &&
        rows.map(([date, employmentStatus], index) => ({
          id: String(index),
          employeeId: '417',
          date,
          employmentStatus,
        })),
    },
    settings(changes),
  );
  return change.kind === 'record' ? change.record.facts : change;
}

describe('status', () => {
  test.each<[string, Record<string, string | null>, Rows | null, Partial<BambooHrSettings>, object]>([
    ['active', {}, [['2024-03-01', 'Full-Time']], {}, { status: 'active', workerType: 'employee' }],
    [
      'hired for later',
      { status: 'Inactive', hireDate: '2026-03-03' },
      [],
      {},
      { status: 'prehire', startDate: '2026-03-03' },
    ],
    [
      'hired for today, not yet switched over',
      { status: 'Inactive', hireDate: '2026-03-02' },
      [],
      {},
      { status: 'terminated' },
    ],
    [
      'gone',
      { status: 'Inactive', terminationDate: '2026-02-28' },
      [['2026-02-28', 'Terminated']],
      {},
      { status: 'terminated', endDate: '2026-02-28' },
    ],
    [
      'gone, the table not visible',
      { status: 'Inactive', terminationDate: '2026-02-28' },
      null,
      {},
      { status: 'terminated', endDate: '2026-02-28' },
    ],
    [
      'gone, the day not worked',
      { status: 'Inactive' },
      [['2026-03-01', 'Terminated']],
      { last_day: 'day_before' },
      { endDate: '2026-02-28' },
    ],
    [
      'leaving later',
      {},
      [
        ['2026-06-30', 'Terminated'],
        ['2024-03-01', 'Full-Time'],
      ],
      {},
      { status: 'active', endDate: '2026-06-30' },
    ],
    [
      'back again',
      { hireDate: '2026-03-01' },
      [
        ['2026-03-01', 'Full-Time'],
        ['2025-06-30', 'Terminated'],
      ],
      {},
      { status: 'active' },
    ],
    [
      'terminated and hired anew on one day',
      {},
      [
        ['2026-03-01', 'Full-Time'],
        ['2026-03-01', 'Terminated'],
      ],
      {},
      { endDate: '2026-03-01' },
    ],
    [
      "on leave, by the customer's own word",
      { employmentHistoryStatus: 'Furloughed' },
      [],
      { employment_statuses: ['furloughed=leave'] },
      { status: 'leave' },
    ],
    [
      "a contractor, by the customer's own word",
      { employmentHistoryStatus: 'Contractor' },
      [],
      { employment_statuses: ['Contractor=contractor'] },
      { status: 'active', workerType: 'contractor' },
    ],
    ['a status nobody knows', { status: 'Hibernating' }, [], {}, { status: 'unknown' }],
    ['a status that is not visible', { status: null }, [], {}, { status: 'unknown' }],
    [
      'another place',
      { location: 'Dublin' },
      [],
      { location_time_zones: ['Dublin=Europe/Dublin'] },
      { site: 'Dublin', timeZone: 'Europe/Dublin' },
    ],
    ['no place', {}, [], { site: 'HQ' }, { site: 'HQ', timeZone: 'Europe/Prague' }],
    ['a date that is none', { hireDate: 'soon' }, [], {}, { kind: 'malformed' }],
    ['an end without a day', {}, [['', 'Terminated']], {}, { kind: 'malformed' }],
  ])('%s', (_, employee, rows, changes, expected) => expect(facts(employee, rows, changes)).toMatchObject(expected));

  test('no end where the table shows none, whatever the field still says', () => {
    expect(facts({ terminationDate: '2026-06-30' }, [['2024-03-01', 'Full-Time']])).not.toHaveProperty(
      'endDate',
      expect.anything(),
    );
  });

  test('the first day begins at midnight of the place', () => {
    expect(facts({ status: 'Inactive', hireDate: '2026-03-02' }, [], {}, '2026-03-01T22:59:00.000Z')).toMatchObject({
      status: 'prehire',
    });
    expect(facts({ status: 'Inactive', hireDate: '2026-03-02' }, [], {}, '2026-03-01T23:01:00.000Z')).toMatchObject({
      status: 'terminated',
    });
  });
});

test('signatures over the body and then the time are believed within five minutes', async () => {
  const clock = new ManualClock();
  clock.setTo(signedAt);
  const { connector } = open(bamboohr as unknown as ConnectorDefinition, {
    settings: {
      base_url: 'https://acme.bamboohr.com',
      api_key: 'k',
      webhook_key: '5f1c9a2e7b6d40318c2f',
      time_zone: 'Europe/Prague',
    },
    clock,
  });
  for (const request of vectorRequests) await expect(connector.receives!.verify(request)).resolves.toEqual({});
  await clock.advance(301);
  for (const request of vectorRequests)
    await expect(connector.receives!.verify(request)).rejects.toMatchObject({ code: 'signature_invalid' });
});
