import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiResponse } from '@nestjs/swagger';
import { Public } from '../../http/public.decorator.js';
import { PublicCallGuard } from './public-call.guard.js';
import { NewSessionDto, SessionDto } from './session.dto.js';

const answers = {
  page: {
    type: SessionDto,
    forbidden: 'A page of another origin, plain HTTP, a disabled organization, or one that wants another way in',
  },
  program: { type: NewSessionDto, forbidden: 'The organization of the operator is disabled, or wants another way in' },
} as const;

/**
 * A call that makes a session for whoever proves to be an operator: a cookie for a page of the console, a token for a
 * program. `unauthenticated`: what 401 means.
 */
export function OpensSession(caller: keyof typeof answers, unauthenticated: string): MethodDecorator {
  const { type, forbidden } = answers[caller];
  return applyDecorators(
    Public(),
    UseGuards(PublicCallGuard),
    ApiCreatedResponse({ type }),
    ApiResponse({ status: 401, description: unauthenticated }),
    ApiResponse({ status: 403, description: forbidden }),
    ApiResponse({ status: 415, description: 'The body is not JSON' }),
    ApiResponse({ status: 422, description: 'Wrong fields in the body; `errors` points at each' }),
    ApiResponse({ status: 429, description: 'Too many failures or calls; Retry-After says when to come back' }),
  );
}
