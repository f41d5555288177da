/**
 * Keys that are pressed before anything hears them: the page is there sooner than the script that knows its keys. They
 * are kept, and pressed once more when it is.
 */
interface Pressed extends Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'> {
  readonly at: number;
}

/** Who waits longer has seen that nothing came of it, and pressed once more. */
const keptMilliseconds = 10_000;
/** How long the page may take that a key led to, and that has the box of the next one. */
const boxMilliseconds = 2_000;
const filterKey = '/';
/** A key that is held down comes thirty times a second; nobody presses as many for a page that is not there yet. */
const mostKept = 20;

const early: Pressed[] = [];
let isHeard = false;
let hasFilter = false;

/** From the first moment on: before anything is drawn. */
export function keepEarlyKeys(): void {
  window.addEventListener('keydown', keep, { capture: true });
}

function keep(event: KeyboardEvent): void {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, isTrusted } = event;
  // What comes after a key that still waits has its turn after it.
  if ((isHeard && early.length === 0) || !isTrusted || isTyping(event.target) || isOfTheBrowser(event)) return;
  if (isHeard) event.stopPropagation();
  // Firefox looks for it in the page.
  if (key === filterKey) event.preventDefault();
  if (early.length < mostKept) early.push({ key, code, altKey, ctrlKey, metaKey, shiftKey, at: Date.now() });
}

/** Tab, Enter, arrows and what is held with Ctrl: those do something wherever one is. */
const isOfTheBrowser = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length > 1 || key === ' ' || altKey || ctrlKey || metaKey;

const isTyping = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** What knows the keys is there; answers how to say that it is gone. */
export function hearKeys(): () => void {
  isHeard = true;
  setTimeout(() => pressAgain(true));
  return () => {
    isHeard = false;
    forgetEarlyKeys();
  };
}

/** The box is there that `/` leads to. */
export function hearFilterKey(): () => void {
  hasFilter = true;
  setTimeout(() => pressAgain(true));
  return () => {
    hasFilter = false;
  };
}

/** They were meant for a page that does not come. */
export function forgetEarlyKeys(): void {
  early.length = 0;
}

/** Not from within an effect: what is typed into a box there would be taken back. */
function pressAgain(isBoxAwaited: boolean): void {
  while (isHeard && early[0]) {
    const { at, ...pressed } = early[0];
    if (pressed.key === filterKey && !hasFilter && isBoxAwaited) {
      setTimeout(() => pressAgain(false), boxMilliseconds);
      return;
    }
    early.shift();
    if (Date.now() - at > keptMilliseconds) continue;
    const target = document.activeElement ?? document.body;
    if (isTyping(target)) document.execCommand('insertText', false, pressed.key);
    else target.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }));
  }
}
