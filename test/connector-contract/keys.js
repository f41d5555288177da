/** Keys of the records that changes speak of, in order, each once. */
export function keysOf(changes) {
    const keys = changes.flatMap((change) => {
        switch (change.kind) {
            case 'record': return [change.record.key];
            case 'group': return change.records.map(({ key }) => key);
            case 'patch':
            case 'hint': return [change.key];
            default: return [];
        }
    });
    return [...new Set(keys)];
}
export function sorted(keys) {
    return [...new Set(keys)].sort();
}
//# sourceMappingURL=keys.js.map