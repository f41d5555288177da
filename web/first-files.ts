interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * What an entry needs at once is a file or two, not fifty: where nothing before the service speaks HTTP/2, a browser
 * asks for six at a time. What both entries may need is one of the files, what one alone needs another.
 */
export function firstFiles(entries: Readonly<Record<string, string>>) {
  const reached = new Map<string, ReadonlySet<string>>();
  const isNeededBy = (entry: string, id: string, modules: Modules): boolean => {
    const all = reached.get(entry) ?? reachedFrom(entry, modules);
    reached.set(entry, all);
    return all.has(id);
  };
  const group = (debugName: string, priority: number, name: (needing: readonly string[]) => string | null) => ({
    debugName,
    priority,
    tags: ['$initial' as const],
    name: (id: string, modules: Modules) =>
      // Not the entry itself: a page of the console that takes a part of the desk's would begin the desk.
      Object.values(entries).includes(id)
        ? null
        : name(Object.keys(entries).filter((each) => isNeededBy(entries[each] ?? '', id, modules))),
  });
  return [
    // First: a group takes along whatever its modules need.
    group('what every entry needs', 2, ({ length }) => (length > 1 ? 'frame' : null)),
    group('what one entry needs', 1, ([entry]) => (entry ? `${entry}-frame` : null)),
  ];
}

function reachedFrom(entry: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [entry];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    queue.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}
