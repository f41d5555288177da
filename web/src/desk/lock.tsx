import { useIdle, useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, type PropsWithChildren, Suspense, useEffect, useLayoutEffect } from 'react';
import { onSessionEnded } from '../api/client';
import { preferencesQuery } from '../app/preferences';
import type { CurrentSession } from '../app/session';

const Unlock = lazy(() => import('./unlock'));

const usualMinutes = 5;
const minuteMilliseconds = 60_000;

/**
 * Nobody touched the desk for the minutes that its operator prefers, or its session ended: nothing of a guest is seen
 * until somebody says who she is. The page beneath stays as it was.
 */
export function Lock({ session, children }: PropsWithChildren<{ readonly session: CurrentSession }>) {
  const { data: preferences } = useQuery(preferencesQuery);
  const minutes = preferences?.desk_lock_minutes ?? usualMinutes;
  const isIdle = useIdle(minutes * minuteMilliseconds, { initialState: false });
  // A page that is loaded again stays locked.
  const [isLocked, setLocked] = useSessionStorage({ key: 'usher.desk.locked', defaultValue: false });
  useEffect(() => {
    if (isIdle) setLocked(true);
  }, [isIdle, setLocked]);
  useEffect(() => onSessionEnded(() => setLocked(true)), [setLocked]);
  // Dialogs are drawn outside of it, with passwords and with buttons that act.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-desk-locked', isLocked);
    return () => document.documentElement.removeAttribute('data-desk-locked');
  }, [isLocked]);
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
