import { useRef, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let answers = 0;

/** The service answered a call, whatever it said. */
export function noteAnswer(): void {
  answers += 1;
  for (const listener of listeners) listener();
}

/** Whether the service has answered anything since this problem was first shown. */
export function useReachedSince(problem: Error): boolean {
  const now = useSyncExternalStore(hear, () => answers);
  const began = useRef({ problem, answers: now });
  if (began.current.problem !== problem) began.current = { problem, answers: now };
  return now > began.current.answers;
}

function hear(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
