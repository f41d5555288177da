import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { RequestTimes } from './request-times.js';

const observation = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  route: fc.constantFrom('/users', '/users/:id', 'unknown'),
  status: fc.constantFrom(200, 404),
  seconds: fc.oneof(fc.constantFrom(0, 0.002, 0.0021, 5, 5.1), fc.double({ min: 0, max: 10, noNaN: true })),
});

test('requests are told as the library tells a histogram of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(observation, { maxLength: 30 }), async (observations) => {
      const registry = new Registry();
      const histogram = new Histogram({
        name: 'usher_http_request_seconds',
        help: 'Requests by method, route and status',
        labelNames: ['method', 'route', 'status'],
        buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
        registers: [registry],
      });
      const times = new RequestTimes('usher_http_request_seconds', 'Requests by method, route and status');
      for (const { method, route, status, seconds } of observations) {
        histogram.observe({ method, route, status }, seconds);
        times.observe(method, route, status, seconds);
      }
      const lines = (text: string) => text.split('\n').filter(Boolean).sort();
      expect(lines(times.text())).toEqual(lines(await registry.metrics()));
    }),
  );
});
