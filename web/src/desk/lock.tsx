import { useIdle, useSessionStorage } from '@mantine/hooks';
import { lazy, type PropsWithChildren, Suspense, useEffect } from 'react';
import { onSessionEnded } from '../api/client';
import type { CurrentSession } from '../app/session';

const Unlock = lazy(() => import('./unlock'));

const idleMilliseconds = 5 * 60_000;

/**
 * Nobody touched the desk for five minutes, or its session ended: nothing of a guest is seen until somebody says who
 * she is. The page beneath stays as it was.
 */
export function Lock({ session, children }: PropsWithChildren<{ readonly session: CurrentSession }>) {
  const isIdle = useIdle(idleMilliseconds, { initialState: false });
  // A page that is loaded again stays locked.
  const [isLocked, setLocked] = useSessionStorage({ key: 'usher.desk.locked', defaultValue: false });
  useEffect(() => {
    if (isIdle) setLocked(true);
  }, [isIdle, setLocked]);
  useEffect(() => onSessionEnded(() => setLocked(true)), [setLocked]);
  return (
    <>
      <div hidden={isLocked}>{children}</div>
      {isLocked && (
        <Suspense fallback={null}>
          <Unlock session={session} onUnlocked={() => setLocked(false)} />
        </Suspense>
      )}
    </>
  );
}
