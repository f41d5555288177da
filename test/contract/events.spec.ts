import { expect, test } from '@jest/globals';
import { examplePayloads } from '../../src/console/events/event-examples.js';
import { eventTypes, usualEvents } from '../../src/console/events/event-types.js';
import { reference } from './contract-tables.js';

/**
 * The published events: their names, and their context in each of them. That they are told, and how, is for
 * test/console/webhooks.
 */
test('the published events are what an endpoint is told that names none', () => {
  expect([...usualEvents].sort()).toEqual([...reference.events].sort());
  expect(Object.keys(examplePayloads).sort()).toEqual([...eventTypes].sort());
});

test.each(eventTypes)('%s carries the whole context', (event) => {
  const example = examplePayloads[event] as unknown as Record<string, unknown>;
  expect(example.event).toBe(event);
  expect(example.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
  for (const path of reference.eventFields) {
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], example);
    expect([path, value === null || typeof value]).toEqual([path, value === null || 'string']);
  }
});
