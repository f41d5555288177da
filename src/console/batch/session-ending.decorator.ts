import { Parameter } from '../../http/body/query.decorator.js';
import type { Context } from '../../kernel/context.js';

/** Whether a change that takes access away also ends open sessions. `auto` if absent. */
export type SessionEnding = 'auto' | 'none' | undefined;

export function EndsSessions(): ParameterDecorator {
  return Parameter('change_of_authorization', {
    oneOf: ['auto', 'none'],
    description: 'Whether open sessions that lose their access are ended by RADIUS Disconnect or CoA; auto when absent',
  });
}

/** The context for the change. Its statement ends the sessions that lose access, unless the caller asked for none. */
export function ending(context: Context, sessions: SessionEnding): Context {
  return sessions === 'none' ? { ...context, keepsSessions: true } : context;
}
