import { useRef } from 'react';
import { ApiProblem } from './problem';

export type RepeatHeaders = Readonly<Record<'idempotency-key', string>>;

/**
 * A write whose answer may be lost on the way. Sent again as it was, it has the same key, and the service gives the
 * first answer instead of making a second record.
 */
export function useRepeatable<Body, Answer>(
  write: (body: Body, headers: RepeatHeaders) => Promise<Answer>,
): (body: Body) => Promise<Answer> {
  const unanswered = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return async (body) => {
    const text = JSON.stringify(body);
    const known = unanswered.current;
    const key = known?.text === text ? known.key : newKey();
    unanswered.current = { text, key };
    try {
      const answer = await write(body, { 'idempotency-key': key });
      unanswered.current = undefined;
      return answer;
    } catch (problem) {
      const isAnswered = problem instanceof ApiProblem && problem.status > 0 && problem.status < 500;
      if (isAnswered) unanswered.current = undefined;
      throw problem;
    }
  };
}

/** `randomUUID` is there over HTTPS only. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
