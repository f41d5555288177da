import type { Instant } from '../../../kernel/clock.js';
import { grantFor } from '../../access/grant-for.js';
import { siteDefaultsOf } from '../../connection/site-defaults.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Facts } from '../../facts/facts.js';
import type { AccountProblem } from '../../identity/account.js';
import { consoleRefusedCode, permissionOf } from '../../connection/permission.js';
import type { PresentCredential } from '../delivery/present-credential.js';

/** An awaited message with everything now known about its record. */
export interface AwaitedAnswer extends PresentCredential {
  readonly eventId: string;
  readonly connectionId: string;
  readonly isUnderstood: boolean;
  readonly looks: number;
  readonly createdAt: Instant;
  /** An answer to this very message is or was on its way. */
  readonly isTold: boolean;
  readonly subjectId: string | null;
  readonly identityId: string | null;
  readonly sourceKey: string | null;
  readonly facts: Facts | null;
  readonly observedAt: Instant | null;
  readonly isInvalid: boolean;
  readonly isDisputed: boolean;
  /** The account is still being brought up to date. */
  readonly isDue: boolean;
  readonly problem: AccountProblem | null;
}

export type AnswerVerdict =
  { readonly kind: 'told' | 'wait' | 'ready' } | { readonly kind: 'none' | 'failed'; readonly reason: string };

const longestWaitSeconds = 86_400;
const none = (reason: string): AnswerVerdict => ({ kind: 'none', reason });
const failed = (reason: string): AnswerVerdict => ({ kind: 'failed', reason });

/** The answer in words for a front desk: nothing about a person, none of a console's own wording. Pure. */
export function answerVerdict(answer: AwaitedAnswer, connection: StoredConnection, now: Instant): AnswerVerdict {
  if (answer.isTold) return { kind: 'told' };
  if (!answer.isUnderstood) return failed('The message could not be understood');
  if (!answer.facts || !answer.observedAt) return none('No Wi-Fi access comes of this message');
  const grant = grantFor(
    connection.access,
    { key: answer.sourceKey ?? '', facts: answer.facts, observedAt: answer.observedAt },
    siteDefaultsOf(connection),
  );
  if (grant.kind === 'none') return none(sentence(grant.reason));
  if (grant.kind === 'problem')
    return failed(`Wi-Fi access could not be made: ${grant.field.replaceAll('_', ' ')} ${grant.detail}`);
  if (answer.isInvalid) return failed('Wi-Fi access could not be made: the record cannot be understood');
  if (answer.isDisputed || answer.problem?.code === 'taken')
    return failed("Wi-Fi access could not be made: the account's name is somebody else's; an operator has to decide");
  if (answer.entitlementId === null || answer.isOver) return none('The time of access is over');
  const standstill = whyNothingIsWritten(connection) ?? whyAtRest[answer.problem?.code ?? 'retry'];
  if (standstill) return failed(`Wi-Fi access could not be made: ${standstill}`);
  if (!answer.isDue && answer.names.length > 0) return { kind: 'ready' };
  return (Date.parse(now) - Date.parse(answer.createdAt)) / 1000 > longestWaitSeconds
    ? failed('Wi-Fi access could not be made within a day')
    : { kind: 'wait' };
}

/** Problems that an operator has to look at; all others are retried and may still end well. */
const whyAtRest: Partial<Readonly<Record<AccountProblem['code'], string>>> = {
  refused: 'the Wi-Fi console refused it',
  dead: 'the Wi-Fi console could not be brought to it',
  vouchers_unknown: 'it is not known whether the code was made',
};

function whyNothingIsWritten(connection: StoredConnection): string | undefined {
  if (permissionOf(connection) === 'all') return undefined;
  if (connection.quarantine?.code === consoleRefusedCode) return 'the Wi-Fi console refuses its key';
  return connection.pause ? 'the connection is paused' : 'the connection is switched off';
}

function sentence(reason: string): string {
  return `No Wi-Fi access: ${reason}`;
}
