const compact = (day) => day.slice(2).replaceAll('-', '');
const one = (id, value) => (value === undefined ? [] : [[[id, value]]]);
export function guestRecord(id, guest, shared, extra = []) {
    return {
        id,
        groups: [
            roomAndShare('RN', guest.room, shared),
            ...one('G#', guest.reservation), ...one('GN', guest.lastName), ...one('GF', guest.firstName), ...one('GT', guest.title),
            ...one('GL', guest.language), ...one('GV', guest.vip), ...one('GG', guest.group),
            ...one('GA', compact(guest.arrival)), ...one('GD', compact(guest.departure)),
            ...one('NP', guest.noPost === undefined ? undefined : guest.noPost ? 'Y' : 'N'), ...one('CS', guest.classOfService),
            ...extra,
        ],
    };
}
export function checkOutRecord(guest, shared) {
    return { id: 'GO', groups: [roomAndShare('RN', guest.room, shared), ...one('G#', guest.reservation)] };
}
export function emptyRoomRecord(room) {
    return { id: 'GO', groups: [roomAndShare('RN', room, false), [['SF', '']]] };
}
export function roomAndShare(id, room, shared) {
    return [[id, room], ['GS', shared ? 'Y' : 'N']];
}
export function plainRecord(id, fields = []) {
    return { id, groups: fields.map((field) => [field]) };
}
/** What goes out: only listed fields, in any order, with a share flag kept behind its room. */
export function recordText({ id, groups }, listed, shuffle) {
    const kept = groups.map((group) => group.filter(([name]) => listed === null || listed.has(name))).filter((group) => group.length > 0);
    return `${id}|${shuffle(kept).flat().map(([name, value]) => `${name}${value}|`).join('')}`;
}
export function parseText(text) {
    const [id, ...parts] = text.split('|');
    return { id, fields: new Map(parts.filter((part) => part.length >= 2).map((part) => [part.slice(0, 2), part.slice(2)])) };
}
//# sourceMappingURL=ifc-records.js.map