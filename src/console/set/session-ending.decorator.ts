import { Parameter } from '../../http/body/query.decorator.js';

/** Whether a change that takes access away also ends open sessions; auto when absent. */
export type SessionEnding = 'auto' | 'none' | undefined;

export function EndsSessions(): ParameterDecorator {
  return Parameter('change_of_authorization', {
    oneOf: ['auto', 'none'],
    description: 'Whether open sessions that lose their access are ended by RADIUS Disconnect or CoA; auto when absent',
  });
}
