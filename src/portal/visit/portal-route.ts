import { applyDecorators } from '@nestjs/common';
import { Public } from '../../http/public.decorator.js';
import { Raw } from '../../http/raw.decorator.js';
import type { RefusalForm, RouteFacts } from '../../http/route.js';
import { troublePage } from '../pages/messages.js';
import { renderTemplate } from '../pages/render.js';

/** Forms are small, and so is the gateway query that they carry. */
const usualLimitBytes = 32_768;

/** A route for browsers, without a key. Accepts any query string and body, and answers errors with a page. */
export function PortalRoute({ bodyLimitBytes = usualLimitBytes } = {}): MethodDecorator {
  return applyDecorators(Public() as MethodDecorator, Raw({ bodyLimitBytes, refusal }));
}

const refusal: RefusalForm = {
  mediaType: 'text/html; charset=utf-8',
  body: ({ status, language }) => {
    const trouble = status === 503 ? 'away' : status === 404 ? 'unknown' : 'broken';
    const { template, values } = troublePage(trouble, language);
    return renderTemplate(template, { ...values, nonce: '' });
  },
};

/** The same of a route outside Nest. */
export const portalRouteFacts: RouteFacts = { isPublic: true, isRaw: true, bodyLimitBytes: usualLimitBytes, refusal };
