import { useEffect, useEffectEvent } from 'react';

/** What lies over the page, the uppermost last: what Escape does to each. */
const layers: (() => void)[] = [];

function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // A list that drops from a field, or a menu, closes by itself.
  const { target } = event;
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  layers.at(-1)?.();
}

/**
 * Escape closes what lies uppermost, and nothing beneath it: Mantine's drawers and dialogs each listen for themselves.
 * Without `close`: it closes itself.
 */
export function useLayer(isOpen: boolean, close?: () => void): void {
  const leave = useEffectEvent(() => close?.());
  useEffect(() => {
    if (!isOpen) return;
    const layer = () => leave();
    if (layers.push(layer) === 1) window.addEventListener('keydown', onEscape, { capture: true });
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', onEscape, { capture: true });
    };
  }, [isOpen]);
}
