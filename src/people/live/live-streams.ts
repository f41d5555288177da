import type { Writable } from 'node:stream';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { permits } from '../../http/access/permits.js';
import { Authenticator } from '../../http/access/authenticator.js';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { ChangeRowsRepository } from './change-rows.repository.js';
import { eventText, type Listener, LiveStream } from './live-stream.js';
import { ToldChanges } from './told-changes.js';
import { type LiveChange, topicPermissions } from './topics.js';

export const mostOfOneCaller = 20;
const mostOfAll = 5_000;
const everySeconds = 5;
const heartbeatSeconds = 15;
/** How long an organization is watched after its last reader left, so that one who reconnects misses nothing. */
const lingerSeconds = 60;
const endingMilliseconds = 200;

/** All listeners of this process, and how long each may listen. */
@Injectable()
export class LiveStreams extends Periodic implements OnModuleDestroy {
  readonly name = 'live streams';
  protected readonly everyMilliseconds = everySeconds * 1000;
  private readonly open = new Set<LiveStream>();
  private readonly byOrganization = new Map<string, Set<LiveStream>>();
  /** The event since which each organization has been watched without a gap. */
  private readonly watchedFrom = new Map<string, number>();
  private readonly leftAt = new Map<string, number>();
  private readonly told: ToldChanges;
  private lastBeatAt = 0;
  private isStopping = false;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly rows: ChangeRowsRepository,
    ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
    this.told = new ToldChanges(ids);
  }

  /** @throws Problem rate_limited when the caller or this process has too many already */
  async add(listener: Listener, wire: Writable, lastEventId?: string): Promise<LiveStream> {
    const organizationIds = await this.organizationsOf(listener);
    this.requireRoom(listener);
    const stream = new LiveStream(listener, wire, lastEventId, (closed) => this.remove(closed));
    this.open.add(stream);
    this.watch(stream, organizationIds);
    stream.write('retry: 2000\n\n');
    this.beginReady();
    return stream;
  }

  /** The organizations that are watched, or were a moment ago. */
  wanted(): ReadonlySet<string> {
    const now = this.clock.milliseconds();
    for (const [id, at] of this.leftAt)
      if (now - at > lingerSeconds * 1000) {
        this.leftAt.delete(id);
        this.watchedFrom.delete(id);
      }
    return new Set([...this.byOrganization.keys(), ...this.leftAt.keys()]);
  }

  /** From now on no change in these is missed. */
  nowWatched(organizationIds: Iterable<string>): void {
    for (const id of organizationIds) if (!this.watchedFrom.has(id)) this.watchedFrom.set(id, this.told.lastNumber);
    this.beginReady();
  }

  /** Each reader gets what concerns it in one write. */
  tell(changes: readonly LiveChange[]): void {
    const frames = new Map<LiveStream, string>();
    for (const change of changes) {
      const frame = this.told.add(change);
      for (const stream of this.byOrganization.get(change.organizationId) ?? [])
        if (stream.isReady && stream.listener.topics.has(change.topic))
          frames.set(stream, (frames.get(stream) ?? '') + frame);
    }
    for (const [stream, text] of frames) stream.write(text);
  }

  /** Changes may have been missed: all listeners have to read everything again. */
  reset(reason: string): void {
    this.told.skip();
    const frame = this.resetFrame(reason);
    for (const stream of this.open) if (stream.isReady) stream.write(frame);
  }

  async round(): Promise<void> {
    const now = this.clock.milliseconds();
    if (now - this.lastBeatAt >= heartbeatSeconds * 1000) {
      this.lastBeatAt = now;
      for (const stream of this.open) stream.write(': still here\n\n');
    }
    await Promise.all([...this.open].map((stream) => this.keepOrEnd(stream)));
  }

  override start(): void {
    this.isStopping = false;
    super.start();
  }

  override async stop(): Promise<void> {
    await Promise.all([this.endAll(), super.stop()]);
  }

  async onModuleDestroy(): Promise<void> {
    await this.endAll();
  }

  /** A stream ends with its key or session, or with the permission for one of its topics. */
  private async keepOrEnd(stream: LiveStream): Promise<void> {
    const { token, organizationId, topics } = stream.listener;
    const admission = await this.authenticator.admit(token, organizationId, false);
    const mayGoOn =
      admission !== undefined &&
      admission.refusal === undefined &&
      [...topics].every((topic) => permits(admission.actor, topicPermissions[topic]));
    if (!mayGoOn) return stream.end();
    if (stream.listener.isBeneath) this.watch(stream, await this.organizationsOf(stream.listener));
  }

  private organizationsOf({ organizationId, isBeneath }: Listener): Promise<readonly string[]> {
    return isBeneath ? this.rows.beneath(organizationId) : Promise.resolve([organizationId]);
  }

  /** Tells new listeners that from now on they miss nothing; they have to read what they show after that. */
  private beginReady(): void {
    for (const stream of this.open) {
      const { isReady, organizationIds, lastEventId } = stream;
      if (isReady || !organizationIds.every((id) => this.watchedFrom.has(id))) continue;
      stream.isReady = true;
      const missed = lastEventId === undefined ? '' : this.resumed(stream, lastEventId);
      const ready = { topics: [...stream.listener.topics], organizations: organizationIds.length };
      stream.write(missed + eventText(this.told.last, 'ready', ready));
    }
  }

  private resumed(stream: LiveStream, lastEventId: string): string {
    const { organizationIds, listener } = stream;
    const watchedFrom = Math.max(...organizationIds.map((id) => this.watchedFrom.get(id) ?? Infinity));
    const missed = this.told.since(lastEventId, { organizationIds, topics: listener.topics }, watchedFrom);
    return missed?.join('') ?? this.resetFrame('What happened since is not known any more');
  }

  private resetFrame(reason: string): string {
    return eventText(this.told.last, 'reset', { reason });
  }

  private requireRoom({ actorId }: Listener): void {
    if (this.isStopping) throw new Problem('unavailable', 'This process is stopping: connect again');
    if (this.open.size >= mostOfAll)
      throw new Problem('unavailable', `This process has ${mostOfAll} listeners already: try again in a minute`);
    const own = [...this.open].filter(({ listener }) => listener.actorId === actorId).length;
    if (own >= mostOfOneCaller)
      throw new Problem(
        'rate_limited',
        `${mostOfOneCaller} streams of this key or person are open: close one, or listen to several topics in one`,
      );
  }

  private watch(stream: LiveStream, organizationIds: readonly string[]): void {
    const wanted = new Set(organizationIds);
    for (const id of stream.organizationIds) if (!wanted.has(id)) this.leave(stream, id);
    stream.organizationIds = organizationIds;
    for (const id of organizationIds) {
      this.leftAt.delete(id);
      const streams = this.byOrganization.get(id) ?? new Set();
      this.byOrganization.set(id, streams.add(stream));
    }
  }

  private leave(stream: LiveStream, organizationId: string): void {
    const streams = this.byOrganization.get(organizationId);
    streams?.delete(stream);
    if (streams?.size !== 0) return;
    this.byOrganization.delete(organizationId);
    this.leftAt.set(organizationId, this.clock.milliseconds());
  }

  private remove(stream: LiveStream): void {
    this.open.delete(stream);
    for (const id of stream.organizationIds) this.leave(stream, id);
  }

  /** Closes at once, without waiting for readers to read what is left. */
  private async endAll(): Promise<void> {
    this.isStopping = true;
    const ended = [...this.open];
    for (const stream of ended) stream.end();
    if (ended.length > 0) await this.clock.sleep(endingMilliseconds);
    for (const stream of ended) stream.sever();
  }
}
