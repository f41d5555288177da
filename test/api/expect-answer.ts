import { expect } from '@jest/globals';
import type { Answer } from './ask.js';

/** Calls that go out to a connection's own system, which is away in these tests. */
const goesOut = /^\/connections\/[^/]+\/(test|preview)$|^\/subjects\/[^/]+\/sync$/;

/**
 * An answer as the API promises it, whatever was asked: no 5xx, every refusal a problem document that tells nothing
 * internal.
 */
export function expectAnswer(answer: Answer, call: string): void {
  const { status, headers, body, text } = answer;
  const [path] = (call.split(' ')[1] ?? '').replace(/^\/(v1|api)(?=\/)/, '').split('?', 1);
  if (!(status === 503 && goesOut.test(path)) && status >= 500) throw new Error(`${call}: ${status} ${text}`);
  expect(text).not.toMatch(/node_modules|\.[jt]s:\d+|SQLSTATE|invalid input syntax|violates|at Object\./);
  // Too large headers are refused before there is a request.
  if (status !== 431) expect(headers['x-request-id']).toMatch(/^[\w.:/+=-]{1,128}$/);
  if (status < 400) return;
  expect([call, headers['content-type']]).toEqual([call, expect.stringMatching(/^application\/problem\+json/)]);
  if (text === '') return;
  expect(body).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.stringMatching(/./),
    instance: expect.any(String),
  });
  if (status === 422)
    for (const { pointer, detail } of body.errors ?? [])
      expect([pointer, detail]).toEqual([expect.stringMatching(/^#/), expect.stringMatching(/./)]);
}
