import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import { Problem } from '../../kernel/errors.js';
import { scriptIn } from './svg-check.js';

export const pictureUses = ['logo', 'background'] as const;
export type PictureUse = (typeof pictureUses)[number];

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', svg: 'image/svg+xml' } as const;
export type PictureType = (typeof mediaTypes)[keyof typeof mediaTypes];

/** The logo travels inside the first page, which has 30 KB in all; the background is fetched beside it. */
const mostBytes: Readonly<Record<PictureUse, number>> = { logo: 16_384, background: 262_144 };
export const mostPictureBytes = mostBytes.background;
const mostPixels: Readonly<Record<PictureUse, number>> = { logo: 1024, background: 4096 };

export interface Picture {
  readonly mediaType: PictureType;
  /** Of the content: part of its address. */
  readonly hash: string;
  readonly content: Buffer;
}

/**
 * A picture that a page may show, told by its bytes and not by what is said about them.
 * @throws Problem `invalid` naming what would do
 */
export function readPicture(use: PictureUse, content: Buffer): Picture {
  if (content.length === 0) throw refused('Send the bytes of the picture as the body');
  if (content.length > mostBytes[use])
    throw new Problem(
      'too_large',
      `A ${use} has at most ${mostBytes[use].toLocaleString('en')} bytes, this one has ` +
        `${content.length.toLocaleString('en')}: make it smaller`,
    );
  const { type, width, height } = sizeOf(content);
  const mediaType = Object.hasOwn(mediaTypes, type) ? mediaTypes[type as keyof typeof mediaTypes] : undefined;
  if (!mediaType) throw refused('A picture is PNG, JPEG, WebP or SVG');
  if (type !== 'svg' && Math.max(width, height) > mostPixels[use])
    throw refused(`A ${use} has at most ${mostPixels[use]} pixels a side, this one has ${width} by ${height}`);
  const found = type === 'svg' ? scriptIn(content) : undefined;
  if (found !== undefined) throw refused(`The SVG ${found}: save it as a plain SVG, or as PNG`);
  return { mediaType, hash: createHash('sha256').update(content).digest('hex').slice(0, 32), content };
}

function sizeOf(content: Buffer): { readonly type: string; readonly width: number; readonly height: number } {
  // An SVG may have no size, and needs none.
  if (/^\uFEFF?\s*(?:<\?xml|<!--|<!DOCTYPE\s+svg|<svg)/i.test(content.subarray(0, 200).toString('utf8')))
    return { type: 'svg', width: 0, height: 0 };
  try {
    const { type = '', width, height } = imageSize(content);
    return { type, width, height };
  } catch {
    return { type: '', width: 0, height: 0 };
  }
}

function refused(detail: string): Problem {
  return Problem.invalid([{ pointer: '#', detail }]);
}
