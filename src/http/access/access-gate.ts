import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { RequestBudget } from './request-budget.js';
import type { Call } from '../call.js';
import { type Admission, Authenticator } from './authenticator.js';
import { permits } from './permits.js';
import { SessionCookie } from './session-cookie.js';

/** Or the reason for a refusal. */
type Named = string | undefined | Problem;

const bearerForm = /^Bearer +([\x21-\x7e]{1,512}) *$/i;

/**
 * The one gate of the edge: who calls, for which organization, within which budget, with which permission. It runs
 * before the body is read (a stranger's megabyte is never parsed) and outside Nest's guard pipeline, which costs more
 * than the whole check.
 */
@Injectable()
export class AccessGate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly budget: RequestBudget,
    private readonly cookie: SessionCookie,
  ) {}

  /** Of a call that is not public: puts the Context on it, or throws the refusal. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { authorization } = request.headers;
    if (request.is404 && authorization === undefined) return;
    const byCookie = authorization === undefined ? this.cookie.tokenOf(request) : undefined;
    const token = byCookie ?? bearerForm.exec(authorization ?? '')?.[1];
    if (!token) throw new Problem('unauthenticated', 'Send the API key as Authorization: Bearer <token>');

    const named = organizationNamed(request);
    const admission = await this.authenticator.admit(token, named instanceof Problem ? undefined : named);
    // A cookie is a person's: a key in its place is none.
    if (!admission || (byCookie !== undefined && admission.actor.kind !== 'operator'))
      throw new Problem('unauthenticated', 'The API key is unknown, expired or revoked, or the session has ended');
    await this.budget.spend(admission, reply);
    letIn(admission, named, request.call);
    request.call.caller = { token, isByCookie: byCookie !== undefined };
  }
}

function letIn({ actor, organizationId, refusal }: Admission, named: Named, call: Call): void {
  const { isForOperators, permission } = call.facts;
  if (named instanceof Problem) throw named;
  if (refusal) throw new Problem('forbidden', refusal);
  if (isForOperators && actor.kind !== 'operator')
    throw new Problem(
      'forbidden',
      'This is about the session of an operator: sign in with POST /sessions. An API key has none',
    );
  if (permission && !permits(actor, permission))
    throw new Problem(
      'forbidden',
      `${actor.kind === 'operator' ? 'Your role' : 'The API key'} lacks the permission ${permission}`,
    );
  call.context = { organizationId, actor, requestId: call.requestId, traceparent: call.receipt?.traceparent };
  call.keyId = actor.id;
}

/** The organization in the path or in X-Organization-Id, or the reason for a refusal; the two must agree. */
function organizationNamed(request: FastifyRequest): Named {
  const { organizationId: inPath } = request.call.address;
  const header = request.headers['x-organization-id'];
  if (header === undefined) return inPath;
  const inHeader = String(header).toLowerCase();
  if (!isUuid(inHeader)) return new Problem('malformed', 'X-Organization-Id: expected an id (UUID)');
  if (inPath && inPath !== inHeader)
    return new Problem('malformed', 'X-Organization-Id names another organization than the path: name one');
  return inHeader;
}
