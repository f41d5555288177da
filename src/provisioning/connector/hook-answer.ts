/** The answer to a system that pushed a message, or asked whether it may. */
export interface HookAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
