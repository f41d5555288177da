import { expect, test } from '@jest/globals';
import { type OrganizationState, together, urgencyOf } from './organization-state.js';

const calm: OrganizationState = {
  id: '1',
  name: 'Lindenhof',
  connections: { connected: 2 },
  heldRuns: 0,
  openAlerts: 0,
  oldestDirtySeconds: null,
  arrivals: 3,
  departures: 1,
  served: 3,
  sessionsOnline: 5,
  devicesOnline: 4,
  rejections: { wrong_password: 2 },
  events: { 0: 4 },
  operations: {},
  logins: {},
  sessions: {},
};

test('several organizations are told as one: counts add up, and the longest wait counts', () => {
  const other = {
    ...calm,
    id: '2',
    connections: { connected: 1, down: 1 },
    oldestDirtySeconds: 12,
    rejections: { expired: 1, wrong_password: 1 },
    events: { 0: 1, 3: 2 },
  };
  expect(together([calm, other])).toMatchObject({
    connections: { connected: 3, down: 1 },
    oldestDirtySeconds: 12,
    arrivals: 6,
    rejections: { wrong_password: 3, expired: 1 },
    events: { 0: 5, 3: 2 },
  });
  expect(together([])).toMatchObject({ connections: {}, oldestDirtySeconds: null, arrivals: 0 });
});

test('a link that stands comes before a plan that waits, that before silence, that before an alert', () => {
  const urgencies = [
    { ...calm, connections: { down: 1 } },
    { ...calm, heldRuns: 1 },
    { ...calm, connections: { silent: 1 } },
    { ...calm, openAlerts: 1 },
    { ...calm, oldestDirtySeconds: 61 },
    calm,
  ].map(urgencyOf);
  expect(urgencies).toEqual([...urgencies].sort((one, other) => other - one));
  expect(new Set(urgencies).size).toBe(urgencies.length);
});
