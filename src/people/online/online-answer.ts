import type { Evaluation } from '../../console/policies/evaluate-policies.js';
import { type Instant, secondsBetween } from '../../kernel/clock.js';
import { macWithColons } from '../../kernel/mac-address.js';
import type { Online, OnlineEnding, OnlineFact } from './online.js';
import type { OnlineDto } from './online.dto.js';
import { authMethodOf, whyOnline } from './why.js';

/** An access point that was told no interval may report nothing at all between Start and Stop. */
const usualSilenceSeconds = 3600;
const intervalsMissed = 3;
const wholeSeconds = 2;

export function onlineDto(row: Online, evaluation: Evaluation, at: Instant): Omit<OnlineDto, '_links'> {
  const { user, voucher, device, group, network, client, facts, vlan, ending, controller } = row.detail;
  const person = facts.at(0);
  return {
    id: row.id,
    admitted_by: row.admittedBy,
    kind: row.kind,
    username: row.username,
    user_id: row.userId,
    voucher_id: voucher?.id ?? null,
    first_name: user?.firstName ?? text(person, 'firstName'),
    last_name: user?.lastName ?? text(person, 'lastName'),
    room: text(person, 'room'),
    group: group && { id: group.id, name: group.name },
    mac: row.mac && macWithColons(row.mac),
    device: device && { id: device.id, name: device.name, type: device.type, os: device.os },
    ip_address: row.ipAddress,
    network,
    ssid: row.ssid,
    access_point: row.accessPoint,
    access_point_mac: row.accessPointMac && macWithColons(row.accessPointMac),
    nas_address: row.nasAddress,
    client: client?.name ?? null,
    auth_method: authMethodOf(row),
    vlan,
    since: row.since,
    last_heard_at: row.lastHeardAt,
    stale: isStale(row, evaluation, at),
    waiting_at_portal: row.detail.waitingAt !== null,
    until: row.admittedUntilAt ?? controller?.untilAt ?? endOf(ending, (user ?? voucher)?.validUntil ?? null),
    seconds: row.sessionSeconds,
    bytes_up: row.inputOctets,
    bytes_down: row.outputOctets,
    bits_per_second_up: rate(row, row.inputOctets, row.previousInputOctets),
    bits_per_second_down: rate(row, row.outputOctets, row.previousOutputOctets),
    why: whyOnline(row, evaluation),
    ending: ending && endingDto(ending),
    stopped_at: row.stoppedAt,
    terminate_cause: row.terminateCause,
  };
}

function endingDto(ending: OnlineEnding): NonNullable<OnlineDto['ending']> {
  const { request, requestOutcome, requestedAt, state, reason, attempts, askedAt, errorCause, dueAt } = ending;
  return {
    request,
    requested_at: requestedAt,
    state: requestOutcome ?? state,
    reason,
    attempts,
    asked_at: askedAt,
    error_cause: errorCause,
    next_at: dueAt,
    confirmed_at: ending.confirmedAt,
  };
}

/**
 * What is due while nothing was asked for is the end of access. A session is given whole seconds, from when the access
 * point says that it began: what ends within moments of its account ends with it.
 */
function endOf(ending: OnlineEnding | null, validUntil: Instant | null): Instant | null {
  if (!ending || ending.state !== 'waiting' || ending.reason !== null || isPending(ending)) return null;
  const { dueAt } = ending;
  if (dueAt === null || validUntil === null) return dueAt;
  return Math.abs(secondsBetween(dueAt, validUntil)) < wholeSeconds ? validUntil : dueAt;
}

function isPending({ request, requestOutcome }: OnlineEnding): boolean {
  return request !== null && requestOutcome === null;
}

function isStale(row: Online, { reply }: Evaluation, at: Instant): boolean {
  if (row.admittedBy !== 'radius' || row.stoppedAt !== null) return false;
  const { acct_interim_interval: interval } = reply;
  const silence = interval === undefined ? usualSilenceSeconds : interval * intervalsMissed;
  return secondsBetween(row.lastHeardAt, at) > silence;
}

function rate(row: Online, now: number | null, before: number | null): number | null {
  if (now === null || before === null || row.sessionSeconds === null || row.previousSeconds === null) return null;
  const seconds = row.sessionSeconds - row.previousSeconds;
  return seconds > 0 ? Math.round(((now - before) * 8) / seconds) : null;
}

function text(fact: OnlineFact | undefined, name: string): string | null {
  const value = fact?.subject.facts[name];
  return typeof value === 'string' ? value : null;
}
