import type { FastifyReply } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import type { ProofOutcome } from './proof.js';

/** The answer to a failed proof: the same for an unknown address, a disabled operator and a wrong password. */
export function refusalOf(outcome: Exclude<ProofOutcome, { kind: 'proven' }>, reply: FastifyReply): Problem {
  switch (outcome.kind) {
    case 'locked':
      return tooManyAttempts(reply, outcome.waitSeconds);
    case 'code_needed':
      return new Problem('unauthenticated', 'A code is needed: totp is missing, wrong, or was used before', [], {
        totp_required: true,
      });
    case 'wrong':
      return new Problem('unauthenticated', 'E-mail address or password is wrong');
  }
}

export function passkeyRefused(): Problem {
  return new Problem('unauthenticated', 'The passkey is not known here, or its answer is over: try again');
}

export function linkRefused(): Problem {
  return new Problem('unauthenticated', 'The link is unknown, over, or was used: make another one');
}

export function tooManyAttempts(reply: FastifyReply, waitSeconds: number): Problem {
  reply.header('retry-after', String(waitSeconds));
  return new Problem('rate_limited', `Too many tries: try again in ${waitSeconds} s`);
}
