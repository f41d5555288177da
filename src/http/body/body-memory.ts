import { Problem } from '../../kernel/errors.js';

const megabyte = 2 ** 20;
export const usualMegabytes = 160;
/** From this size on a body is large. */
const largeFromBytes = megabyte;
const largeShare = 0.75;
const publicShare = 0.125;

/** What one request holds of it. */
export class HeldBody {
  bytes = 0;
  /** Null once it is received whole or refused: then it is too late to say "send it later". */
  refuse: ((problem: Problem) => void) | null;

  constructor(
    private readonly memory: BodyMemory,
    readonly isPublic: boolean,
    refuse: (problem: Problem) => void,
  ) {
    this.refuse = refuse;
  }

  get isLarge(): boolean {
    return !this.isPublic && this.bytes > largeFromBytes;
  }

  add(bytes: number): void {
    this.memory.change(this, bytes);
  }

  /** Work on it begins; it keeps its memory until `release`. */
  received(): void {
    this.refuse = null;
  }

  release(): void {
    this.refuse = null;
    this.memory.change(this, -this.bytes);
    this.memory.forget(this);
  }
}

declare module '../call.js' {
  interface Call {
    /** Its share of the memory for bodies. */
    body?: HeldBody;
  }
}

/**
 * Counts the bytes of request bodies that this process holds, from arrival to answer. Only bytes that arrived count, so
 * a caller who announces much and sends little takes little. Large bodies may use three quarters of it, calls without a
 * key an eighth, so that room is left for small ones. When it runs out, the large body that began last is refused, or
 * the largest of the calls without a key.
 */
export class BodyMemory {
  private readonly held = new Set<HeldBody>();
  private readonly most: { readonly all: number; readonly large: number; readonly public: number };
  private readonly now = { all: 0, large: 0, public: 0 };

  constructor(megabytes = usualMegabytes) {
    const all = megabytes * megabyte;
    this.most = { all, large: all * largeShare, public: all * publicShare };
  }

  open(isPublic: boolean, refuse: (problem: Problem) => void): HeldBody {
    const body = new HeldBody(this, isPublic, refuse);
    this.held.add(body);
    return body;
  }

  change(body: HeldBody, bytes: number): void {
    this.count(body, -1);
    body.bytes += bytes;
    this.count(body, 1);
    if (bytes > 0) while (this.held.has(body) && this.isOver(body) && this.sendAway(body));
  }

  forget(body: HeldBody): void {
    this.held.delete(body);
  }

  private count(body: HeldBody, sign: 1 | -1): void {
    this.now.all += sign * body.bytes;
    if (body.isPublic) this.now.public += sign * body.bytes;
    if (body.isLarge) this.now.large += sign * body.bytes;
  }

  private isOver(body: HeldBody): boolean {
    const { now, most } = this;
    return (
      now.all > most.all || (body.isPublic && now.public > most.public) || (body.isLarge && now.large > most.large)
    );
  }

  /** Frees the memory of one body; false when no caller can be refused any more. */
  private sendAway(body: HeldBody): boolean {
    const arriving = [...this.held].filter(({ refuse }) => refuse);
    const strangers = arriving.filter(({ isPublic }) => isPublic).sort((one, other) => other.bytes - one.bytes);
    const large = arriving.filter(({ isLarge }) => isLarge);
    const chosen = (body.isPublic ? strangers[0] : large.at(-1)) ?? (body.refuse ? body : undefined);
    if (!chosen) return false;
    const { refuse } = chosen;
    chosen.release();
    refuse?.(new Problem('unavailable', 'Too much is being received at the moment: send this again shortly'));
    return true;
  }
}
