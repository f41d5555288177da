import { describeRoute, type RefusalForm } from './route.js';

/**
 * The route accepts any media type, any query parameter, and a body that is not parsed (`request.rawBody`). For outside
 * systems that push in their own way and sign the bytes.
 */
export function Raw(
  options: { readonly bodyLimitBytes?: number; readonly refusal?: RefusalForm } = {},
): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { isRaw: true, ...options });
}

/** The most bytes of a body on this route. Default: 1 MiB. */
export function BodyLimit(bodyLimitBytes: number): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { bodyLimitBytes });
}
