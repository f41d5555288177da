import { useEffect, useEffectEvent } from 'react';

/** Told to the other tabs of the console: their session may have ended, and there is one again. */
const told = 'usher.entered';

export function tellEntered(): void {
  const channel = new BroadcastChannel(told);
  channel.postMessage(null);
  channel.close();
}

/** Calls whenever somebody has signed in in another tab. */
export function useEnteredElsewhere(listener: () => Promise<void>): void {
  const heard = useEffectEvent(() => void listener());
  useEffect(() => {
    const channel = new BroadcastChannel(told);
    channel.addEventListener('message', () => heard());
    return () => channel.close();
  }, []);
}
