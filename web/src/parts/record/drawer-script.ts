let script: Promise<typeof import('./record-drawer')> | undefined;

/** What lies beside a list when a record is open: forms, and all that they are made of. A list is shown without it. */
export function drawerScript(): Promise<typeof import('./record-drawer')> {
  script ??= import('./record-drawer').catch((problem: unknown) => {
    script = undefined;
    throw problem;
  });
  return script;
}
