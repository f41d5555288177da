import { describeRoute } from './route.js';

/** Server-sent events. The console's cookie then counts without its header, which an EventSource cannot send. */
export function EventStream(): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { isEventStream: true });
}
