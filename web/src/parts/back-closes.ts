import { useEffect, useEffectEvent } from 'react';

const mark = 'usher.dialog';
let opened = 0;

/** What the browser keeps with the step that it is at. */
const kept = () => window.history.state as Readonly<Record<string, unknown>> | null;

/** Whether the step that the browser is at is there for a dialog alone. */
export function isAtDialog(): boolean {
  return kept()?.[mark] !== undefined;
}

/**
 * What lies over a page is a step of its own: "back" closes it, and the page stays. `close` answers false if it stays
 * open.
 */
export function useBackCloses(isOpen: boolean, close: () => boolean | void): void {
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const own = `${performance.timeOrigin} ${(opened += 1)}`;
    const isHere = () => kept()?.[mark] === own;
    // Past the router, which takes its own method for a way to another page.
    const begin = () => History.prototype.pushState.call(window.history, { ...kept(), [mark]: own }, '');
    const onPop = () => {
      if (!isHere() && leave() === false) begin();
    };
    begin();
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      // Closed by other means. Whatever closed it may lead to another page, which comes first and needs no step back.
      setTimeout(() => {
        if (isHere()) window.history.back();
      });
    };
  }, [isOpen]);
}
