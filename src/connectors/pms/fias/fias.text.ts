import iconv from 'iconv-lite';
import type { FiasSettings } from './fias.settings.js';

type EncodingName = FiasSettings['encoding'];

/**
 * Decodes a whole frame before anything is split: in GBK, Big5 and Shift-JIS the second byte of a character can be the
 * separator.
 */
export function decodedText(frame: Buffer, encoding: EncodingName): string {
  return iconv.decode(frame, encoding, { stripBOM: false });
}

export function bytesOf(text: string, encoding: EncodingName): Buffer {
  return iconv.encode(text, encoding);
}

/** Why the configured encoding is probably wrong; null when nothing suggests it. */
export function encodingDoubt(frame: Buffer, encoding: EncodingName): string | null {
  if (!frame.some((byte) => byte >= 0x80)) {
    return /\p{L}\?+\p{L}/u.test(frame.toString('latin1'))
      ? 'The interface sends question marks inside names: set it to UTF-8 or to a code page that has the letters'
      : null;
  }
  const isUtf8 = isValidUtf8(frame);
  if (encoding === 'utf-8')
    return isUtf8 ? null : 'The interface does not send UTF-8: set the encoding to its code page';
  return isUtf8 ? `The interface seems to send UTF-8, not ${encoding}: check the encoding` : null;
}

function isValidUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
