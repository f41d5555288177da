/** Catalogues are compiled by the build. */
declare module '*.po' {
  export const messages: Record<string, import('@lingui/core').CompiledMessage>;
}
