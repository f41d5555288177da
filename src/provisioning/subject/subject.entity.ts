import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** Row of `subjects`: the latest facts of one outside record. */
@Entity({ name: 'subjects' })
@Unique('subjects_source', ['organizationId', 'connectionId', 'sourceKey'])
@Index('subjects_by_parent', ['organizationId', 'connectionId', 'parentKey'], { where: 'parent_key is not null' })
@Index('subjects_by_guest', ['organizationId', 'connectionId', 'guestKey'], { where: 'guest_key is not null' })
@Index('subjects_by_room', ['organizationId', 'connectionId', 'room'], { where: 'room is not null' })
@Index('subjects_ending', ['endsAt'], { where: 'ends_at is not null' })
@Index('subjects_held_back', ['organizationId', 'connectionId'], { where: 'ending is not null and ends_at is null' })
@Index('subjects_awaiting_run', ['organizationId', 'connectionId'], { where: 'ending_run_id is not null' })
@Index('subjects_successors', ['organizationId', 'connectionId'], { where: `disputed ->> 'code' = 'successor'` })
@Index('subjects_gone', ['goneAt'], { where: 'gone_at is not null' })
@Index('subjects_personal', ['personalAt'], { where: 'personal_at is not null' })
@Index('subjects_by_identity', ['organizationId', 'identityId'])
@Index('subjects_list', ['organizationId', 'connectionId', 'createdAt', 'id'])
export class SubjectEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @Column({ name: 'source_key', type: 'text' })
  sourceKey: string;

  @Column({ name: 'parent_key', type: 'text', nullable: true })
  parentKey: string | null;

  @Column({ name: 'guest_key', type: 'text', nullable: true })
  guestKey: string | null;

  @Column({ type: 'text' })
  kind: string;

  @Column({ type: 'jsonb' })
  facts: Record<string, unknown>;

  @Column({ type: 'text', nullable: true })
  version: string | null;

  /** Order of receipt of the last applied change. */
  @Column({ type: 'bigint', default: 0 })
  sequence: string;

  @Column({ type: 'text' })
  state: string;

  @Column({ type: 'jsonb', nullable: true })
  invalid: Record<string, unknown> | null;

  @Column({ type: 'jsonb', nullable: true })
  disputed: Record<string, unknown> | null;

  @Column({ name: 'seen_run_id', type: 'uuid', nullable: true })
  seenRunId: string | null;

  @Column({ name: 'missing_scans', type: 'int', default: 0 })
  missingScans: number;

  @Column({ name: 'first_missing_at', type: 'timestamptz', nullable: true })
  firstMissingAt: Instant | null;

  /** An operator rejected its removal: absence does not count until it is listed again. */
  @Column({ name: 'absence_ignored', type: 'boolean', default: false })
  absenceIgnored: boolean;

  @Column({ name: 'last_event_at', type: 'timestamptz' })
  lastEventAt: Instant;

  @Column({ name: 'ends_at', type: 'timestamptz', nullable: true })
  endsAt: Instant | null;

  /** The facts that take effect at `endsAt`. */
  @Column({ type: 'jsonb', nullable: true })
  ending: Record<string, unknown> | null;

  /** The list or poll that said so, until it was read to its end and judged as a whole. */
  @Column({ name: 'ending_run_id', type: 'uuid', nullable: true })
  endingRunId: string | null;

  /** Access that reception gave beyond the facts. */
  @Column({ type: 'jsonb', nullable: true })
  extension: Record<string, unknown> | null;

  @Column({ name: 'identity_id', type: 'uuid', nullable: true })
  identityId: string | null;

  /** Digest of the outside record that it was made from: recognises a word-for-word repetition. */
  @Column({ type: 'text', nullable: true })
  digest: string | null;

  // Generated, and separate from their sources: indexed values then hardly change, and most updates of a row touch no
  // index.

  /** Of the facts. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  room: string | null;

  /** When somebody who is gone was last heard of. */
  @Column({ name: 'gone_at', type: 'timestamptz', nullable: true, insert: false, update: false })
  goneAt: Instant | null;

  /** The same, while their facts still contain more than that. */
  @Column({ name: 'personal_at', type: 'timestamptz', nullable: true, insert: false, update: false })
  personalAt: Instant | null;

  /** The text that a search for people matches: words of the name, the room and the e-mail address. */
  @Column({ name: 'person_key', type: 'text', nullable: true, collation: 'C', insert: false, update: false })
  personKey: string | null;

  /** The address in lower case, of staff: who has left gets no mail about the house (console/departed). */
  @Column({ name: 'staff_email', type: 'text', nullable: true, collation: 'C', insert: false, update: false })
  staffEmail: string | null;

  /** The booking number that a search for people matches, in lower case. */
  @Column({ type: 'text', nullable: true, collation: 'C', insert: false, update: false })
  reservation: string | null;

  /** How far they are, from 1 (in house) to 5 (left). */
  @Column({ type: 'smallint', insert: false, update: false })
  standing: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}

export const subjectTable = tableOf(SubjectEntity);

/**
 * Row of `listed_pages`: the subjects that a page of a list repeated word for word. They count as listed in the run,
 * and as new as it.
 */
@Entity({ name: 'listed_pages' })
@Index('listed_pages_of_connection', ['organizationId', 'connectionId', 'sequence'])
@Index('listed_pages_of_run', ['organizationId', 'runId'])
export class ListedPageEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @Column({ name: 'run_id', type: 'uuid' })
  runId: string;

  /** Place of the list in the order of receipt. */
  @Column({ type: 'bigint' })
  sequence: string;

  @Column({ name: 'subject_ids', type: 'uuid', array: true })
  subjectIds: string[];
}

/** Row of `recent_endings`: a staff member whose access was ended by a report, kept for a day. */
@Entity({ name: 'recent_endings' })
export class RecentEndingEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ name: 'connection_id', type: 'uuid' }) connectionId: string;
  @PrimaryColumn({ name: 'subject_id', type: 'uuid' }) subjectId: string;
  @Column({ type: 'timestamptz' }) at: Instant;
}
