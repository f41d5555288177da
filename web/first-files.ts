interface Modules {
  getModuleInfo(id: string): ModuleFacts | null;
}

interface ModuleFacts {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

/** What nearly every page of the console needs is one file, and what many need is one. */
const nearlyAll = 0.85;
const many = 0.18;

const isPage = (id: string) => /\/pages\/[\w-]+\/page\.tsx$/.test(id);
const isReact = (id: string) => /\/node_modules\/(?:react|react-dom|scheduler)\//.test(id);
const isPackage = (id: string) => id.includes('/node_modules/') && !id.endsWith('.css');

/**
 * What a page needs at once is a handful of files of about the same size. Where nothing before the service speaks
 * HTTP/2, a browser asks for six at a time: fifty small files are eight round trips, and one large file on a new
 * connection is six. What both entries need is apart from what one alone needs.
 */
export function firstFiles(
  entries: Readonly<Record<string, string>>,
  parts: Readonly<Record<'lists' | 'forms', string>>,
) {
  const reached = new Map<string, ReadonlySet<string>>();
  const needs = (root: string, id: string, modules: Modules): boolean => {
    const all = reached.get(root) ?? walked([root], modules, ({ importedIds }) => importedIds);
    reached.set(root, all);
    return all.has(id);
  };
  let pages: readonly string[] | undefined;
  const shareNeeding = (id: string, modules: Modules): number => {
    const everything = ({ importedIds, dynamicallyImportedIds }: ModuleFacts) => [
      ...importedIds,
      ...dynamicallyImportedIds,
    ];
    pages ??= [...walked(Object.values(entries), modules, everything)].filter(isPage);
    return pages.filter((page) => needs(page, id, modules)).length / pages.length;
  };
  const entriesNeeding = (id: string, modules: Modules) =>
    Object.keys(entries).filter((each) => needs(entries[each] ?? '', id, modules));
  let priority = 12;
  // Each takes along whatever its modules need and no earlier one has.
  const group = (name: string, belongs: (id: string, modules: Modules) => boolean) => ({
    priority: (priority -= 1),
    debugName: name,
    // Not the entry itself: a page of the console that takes a part of the desk's would begin the desk.
    name: (id: string, modules: Modules) =>
      !Object.values(entries).includes(id) && belongs(id, modules) ? name : null,
  });
  const both = (id: string, modules: Modules) => entriesNeeding(id, modules).length > 1;
  const only = (entry: string) => (id: string, modules: Modules) => entriesNeeding(id, modules).join() === entry;
  const deskAndPages = (id: string, modules: Modules) => only('desk')(id, modules) && shareNeeding(id, modules) > 0;
  return [
    group('react', isReact),
    group('frame-packages', (id, modules) => isPackage(id) && both(id, modules)),
    group('frame', both),
    group('console-packages', (id, modules) => isPackage(id) && only('console')(id, modules)),
    group('console-frame', only('console')),
    group('desk-and-pages', deskAndPages),
    group('pages', (id, modules) => shareNeeding(id, modules) >= nearlyAll),
    group('lists', (id, modules) => needs(parts.lists, id, modules)),
    group('many-pages', (id, modules) => shareNeeding(id, modules) >= many),
    group('forms', (id, modules) => needs(parts.forms, id, modules)),
    group('desk-frame', only('desk')),
  ];
}

function walked(
  from: readonly string[],
  modules: Modules,
  next: (facts: ModuleFacts) => readonly string[],
): ReadonlySet<string> {
  const all = new Set<string>();
  const queue = [...from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (all.has(id)) continue;
    all.add(id);
    const facts = modules.getModuleInfo(id);
    if (facts) queue.push(...next(facts));
  }
  return all;
}
