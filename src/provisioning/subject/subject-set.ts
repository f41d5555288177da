import type { Instant } from '../../kernel/clock.js';
import type { Cause } from '../identity/cause.js';
import type { KnownSubject } from './known-subject.js';

/** Where a change comes from, and when. */
export interface Origin {
  /** Order of receipt. */
  readonly sequence: number;
  readonly at: Instant;
  readonly cause: Cause;
  /** The list that a record is in. */
  readonly seenRunId?: string;
  /** Of a list that is sent as it is read: the place of its beginning in the order of receipt. */
  readonly begunAfter?: number;
}

/** The known subjects that a batch of changes is about, and what the batch did to them. */
export class SubjectSet {
  private readonly byKey = new Map<string, KnownSubject>();
  private readonly fresh = new Set<KnownSubject>();
  private readonly written = new Set<KnownSubject>();
  private readonly rekeyed = new Set<KnownSubject>();
  private readonly causes = new Map<KnownSubject, Cause>();

  constructor(
    known: readonly KnownSubject[],
    private readonly nextId: () => string,
  ) {
    for (const each of known) this.byKey.set(each.sourceKey, each);
  }

  find(key: string): KnownSubject | undefined {
    return this.byKey.get(key);
  }

  all(): KnownSubject[] {
    return [...this.byKey.values()];
  }

  add(
    subject: Pick<KnownSubject, 'sourceKey' | 'facts' | 'state'> & Partial<KnownSubject>,
    origin: Origin,
  ): KnownSubject {
    const added: KnownSubject = {
      id: this.nextId(),
      parentKey: null,
      guestKey: null,
      version: null,
      digest: null,
      sequence: origin.sequence,
      invalid: null,
      seenRunId: origin.seenRunId ?? null,
      missingScans: 0,
      firstMissingAt: null,
      absenceIgnored: false,
      lastEventAt: origin.at,
      endsAt: null,
      ending: null,
      endingRunId: null,
      extension: null,
      identityId: null,
      ...subject,
    };
    this.byKey.set(added.sourceKey, added);
    this.fresh.add(added);
    return added;
  }

  /** Gives `subject` the key; its former holder takes the old one. */
  moveTo(subject: KnownSubject, key: string): void {
    const before = subject.sourceKey;
    const other = this.byKey.get(key);
    this.byKey.delete(before);
    if (other) this.rekey(other, before);
    this.rekey(subject, key);
  }

  /** It is to be written, but access does not depend on the change. */
  touch(subject: KnownSubject): void {
    if (!this.fresh.has(subject)) this.written.add(subject);
  }

  /** Access may change. */
  changed(subject: KnownSubject, cause: Cause): void {
    this.touch(subject);
    this.causes.set(subject, cause);
  }

  /** Access does not change after all; what is known does. */
  withhold(subject: KnownSubject): void {
    this.touch(subject);
    this.causes.delete(subject);
  }

  isChanged(subject: KnownSubject): boolean {
    return this.causes.has(subject);
  }

  get toInsert(): readonly KnownSubject[] {
    return [...this.fresh];
  }

  get toUpdate(): readonly KnownSubject[] {
    return [...this.written];
  }

  /** Keys change hands among these: they need a moment without a key. */
  get toRekey(): readonly KnownSubject[] {
    return [...this.rekeyed].filter((each) => !this.fresh.has(each));
  }

  get toRefresh(): readonly { readonly subject: KnownSubject; readonly cause: Cause }[] {
    return [...this.causes].map(([subject, cause]) => ({ subject, cause }));
  }

  private rekey(subject: KnownSubject, key: string): void {
    subject.sourceKey = key;
    this.byKey.set(key, subject);
    this.rekeyed.add(subject);
    this.touch(subject);
  }
}
