import { setNonce } from 'get-nonce';

const element = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]');

/** The number used once that this answer's policy lets styles through with: the page has a new one at each load. */
export const styleNonce = element?.content ?? '';

// Dialogs switch scrolling off by a style of their own, which asks here (react-remove-scroll).
setNonce(styleNonce);
