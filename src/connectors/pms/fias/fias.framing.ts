const stx = 0x02;
const etx = 0x03;

/** Records are at most 2,000 characters; more than this between STX and ETX is not a record. */
export const maximumFrameBytes = 4096;

/**
 * Content of a complete frame, without STX and ETX; `broken`: a frame was given up, too long or cut off by the next
 * STX.
 */
export type Framed = Buffer | 'broken';

/**
 * Finds frames in a byte stream whose packets may hold several frames, half a frame, or the end of one and the start of
 * the next. Bytes outside frames (acknowledgements and check bytes of the serial variant, noise) are dropped. STX and
 * ETX are never part of a character in any code page in use, so frames are cut before text is decoded.
 */
export class FrameReader {
  private open: Buffer[] | null = null;
  private openBytes = 0;

  read(packet: Buffer): readonly Framed[] {
    const found: Framed[] = [];
    let from = 0;
    while (from < packet.length) {
      if (this.open === null) {
        const start = packet.indexOf(stx, from);
        if (start < 0) break;
        this.begin();
        from = start + 1;
        continue;
      }
      const end = nextMark(packet, from);
      this.keep(packet.subarray(from, end));
      if (end === packet.length) break;
      const tooLong = this.openBytes > maximumFrameBytes;
      if (packet[end] === etx) {
        found.push(tooLong ? 'broken' : Buffer.concat(this.open));
        this.open = null;
      } else {
        found.push('broken');
        this.begin();
      }
      from = end + 1;
    }
    return found;
  }

  private begin(): void {
    this.open = [];
    this.openBytes = 0;
  }

  /** A frame that is too long is still counted to its end but no longer stored. */
  private keep(part: Buffer): void {
    this.openBytes += part.length;
    if (this.openBytes > maximumFrameBytes) this.open = [];
    else if (part.length > 0) this.open?.push(Buffer.from(part));
  }
}

function nextMark(packet: Buffer, from: number): number {
  for (let at = from; at < packet.length; at += 1) if (packet[at] === stx || packet[at] === etx) return at;
  return packet.length;
}

export function framed(content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(stx), content, Buffer.of(etx)]);
}
