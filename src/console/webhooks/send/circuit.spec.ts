import { expect, test } from '@jest/globals';
import { Circuit } from './circuit.js';

test('it widens with success, narrows with failure', () => {
  const circuit = new Circuit(0);
  for (let count = 0; count < 10; count += 1) circuit.succeeded();
  expect(circuit.window).toBe(16);
  circuit.failed(false);
  expect([circuit.window, circuit.isOpen]).toEqual([1, false]);
});

test('three failures in a row open it; requests already sent do not count; pauses grow to five minutes', () => {
  const circuit = new Circuit(0);
  for (let count = 0; count < 16; count += 1) circuit.failed(false);
  expect([circuit.isOpen, circuit.failuresInRow, circuit.pauseSeconds]).toEqual([true, 3, 5]);
  const pauses = Array.from({ length: 8 }, () => {
    circuit.failed(true);
    return circuit.pauseSeconds;
  });
  expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
});

test('a success closes it, and says so once', () => {
  const circuit = new Circuit(7);
  expect([circuit.succeeded(), circuit.succeeded(), circuit.isOpen, circuit.pauseSeconds]).toEqual([
    true,
    false,
    false,
    0,
  ]);
});
