import { SystemClock, type Clock } from '../../../src/kernel/clock.js';

/** As Kisi keeps it (https://docs.kisi.io/api : Members). */
export interface Member {
  readonly id: number;
  readonly place_id: number;
  name: string;
  access_enabled: boolean;
  scim_access_enabled: boolean;
  last_accessed_at: string | null;
  user_id: number | null;
  user: { id: number; email: string; name: string; otp_required_for_login: boolean } | null;
  /** What a connector must not keep. */
  notes: string;
  metadata: Record<string, string>;
}

export interface BuildingEvent {
  readonly uuid: string;
  readonly actor_type: string | null;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly object_type: string;
  readonly object_id: number;
  readonly object_name: string;
  readonly organization_id: number;
  readonly place_id: number;
  readonly success: boolean;
  readonly type: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly created_at: string;
}

const frontDoor = 1234;

/** An office whose doors Kisi opens: who may enter, who does, and the event of each step. */
export class Building {
  readonly clock: Clock;
  readonly members = new Map<number, Member>();
  /** Kisi writes down who came in some time after the event of the door. */
  listLags = false;
  private readonly listeners: ((event: BuildingEvent) => void)[] = [];
  private count = 0;

  constructor(clock: Clock = new SystemClock()) {
    this.clock = clock;
  }

  onEvent(listener: (event: BuildingEvent) => void): void {
    this.listeners.push(listener);
  }

  /** Without an e-mail address: an invitation that is not accepted yet. */
  invite(name: string, email: string | null, placeId = 501): number {
    this.count += 1;
    const [id, userId] = [9000 + this.count, 48_000 + this.count];
    const user = email === null ? null : { id: userId, email, name, otp_required_for_login: false };
    this.members.set(id, {
      id,
      place_id: placeId,
      name,
      access_enabled: true,
      scim_access_enabled: true,
      last_accessed_at: null,
      user_id: user && userId,
      user,
      notes: 'private-note',
      metadata: { badge: 'private-badge' },
    });
    this.emit('member.create', { object_type: 'Member', object_id: id, object_name: name });
    return id;
  }

  unlock(
    memberId: number,
    { success = true, lock = frontDoor }: { readonly success?: boolean; readonly lock?: number } = {},
  ): void {
    const member = this.members.get(memberId)!;
    const isLet = success && member.access_enabled && member.scim_access_enabled;
    if (isLet && !this.listLags) member.last_accessed_at = this.now();
    this.emit('lock.unlock', {
      actor_type: 'User',
      actor_id: member.user_id,
      actor_name: member.name,
      object_type: 'Lock',
      object_id: lock,
      object_name: 'Main Entrance',
      success: isLet,
      place_id: member.place_id,
    });
  }

  /** From inside, by a button: nobody is named. */
  exit(): void {
    this.emit('lock.unlock', { object_type: 'Lock', object_id: frontDoor, object_name: 'Main Entrance' });
  }

  change(memberId: number, changes: Partial<Member>): void {
    const member = Object.assign(this.members.get(memberId)!, changes);
    this.emit('member.update', { object_type: 'Member', object_id: memberId, object_name: member.name });
  }

  remove(memberId: number): void {
    const { name } = this.members.get(memberId)!;
    this.members.delete(memberId);
    this.emit('member.destroy', { object_type: 'Member', object_id: memberId, object_name: name });
  }

  lockDown(): void {
    this.emit('place.lock_down', { object_type: 'Place', object_id: 501, object_name: 'Head office' });
  }

  private emit(
    type: string,
    about: Partial<BuildingEvent> & Pick<BuildingEvent, 'object_type' | 'object_id' | 'object_name'>,
  ): void {
    this.count += 1;
    const event: BuildingEvent = {
      uuid: `d7cf0237-a492-4e5d-b20c-${this.count.toString(16).padStart(12, '0')}`,
      actor_type: null,
      actor_id: null,
      actor_name: null,
      organization_id: 77,
      place_id: 501,
      success: true,
      type,
      error_code: null,
      error_message: null,
      created_at: this.now(),
      ...about,
    };
    for (const listener of this.listeners) listener(event);
  }

  private now(): string {
    return this.clock.instant().replace(/\.\d+Z$/, 'Z');
  }
}
