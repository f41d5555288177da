/** Who is in house: the truth that the interface tells piece by piece. */
export class House {
    guests = new Map();
    departed = new Map();
    byRoom = new Map();
    lastReservation = 48_210;
    add(guest) {
        const reservation = guest.reservation ?? String(this.lastReservation += 1);
        const added = { ...guest, reservation };
        this.departed.delete(reservation);
        this.put(added);
        return added;
    }
    change(reservation, changes) {
        const changed = { ...this.guest(reservation), ...changes, reservation };
        this.byRoom.get(this.guest(reservation).room)?.delete(reservation);
        this.put(changed);
        return changed;
    }
    remove(reservation) {
        const guest = this.guest(reservation);
        this.guests.delete(reservation);
        this.byRoom.get(guest.room)?.delete(reservation);
        this.departed.set(reservation, guest);
        return guest;
    }
    guest(reservation) {
        const guest = this.guests.get(reservation);
        if (!guest)
            throw new Error(`Nobody is in house under ${reservation}`);
        return guest;
    }
    /** Somebody who checked out, for a reinstatement. */
    former(reservation) {
        const guest = this.departed.get(reservation);
        if (!guest)
            throw new Error(`Nobody checked out under ${reservation}`);
        return guest;
    }
    inHouse() {
        return [...this.guests.values()];
    }
    inRoom(room) {
        return [...(this.byRoom.get(room) ?? [])].map((reservation) => this.guest(reservation));
    }
    emptyRooms() {
        return [...this.byRoom].filter(([, occupants]) => occupants.size === 0).map(([room]) => room);
    }
    put(guest) {
        this.guests.set(guest.reservation, guest);
        const occupants = this.byRoom.get(guest.room) ?? new Set();
        this.byRoom.set(guest.room, occupants.add(guest.reservation));
    }
}
//# sourceMappingURL=house.js.map