import { DateTime } from 'luxon';
import { House } from './house.js';
import { checkOutRecord, emptyRoomRecord, guestRecord, plainRecord, roomAndShare } from './ifc-records.js';
import { IfcSimulator } from './ifc-simulator.js';
/** A hotel day, told over the interface as it happens: the script API of tests and of the demo. */
export class SimulatedHotel {
    options;
    house = new House();
    ifc;
    constructor(options = {}) {
        this.options = options;
        this.ifc = new IfcSimulator(() => this.fullList(), options);
    }
    start() {
        return this.ifc.start();
    }
    stop() {
        return this.ifc.stop();
    }
    get port() {
        return this.ifc.port;
    }
    /** Local day, `days` from today. */
    day(days = 0) {
        return DateTime.fromJSDate((this.options.now ?? (() => new Date()))(), { zone: this.options.timeZone ?? 'Europe/Vienna' }).plus({ days }).toFormat('yyyy-MM-dd');
    }
    /** @returns the reservation number */
    checkIn(guest) {
        const { nights = 3, ...rest } = guest;
        const added = this.house.add({ vip: '0', noPost: false, arrival: this.day(), departure: this.day(nights), ...rest });
        this.tell(guestRecord('GI', added, this.isShared(added.room), this.stamp()));
        return added.reservation;
    }
    /** Somebody joins the room of a guest, with the same dates. */
    share(reservation, guest) {
        const { room, arrival, departure } = this.house.guest(reservation);
        return this.checkIn({ arrival, departure, ...guest, room });
    }
    checkInParty(count, group, firstRoom = 601) {
        return Array.from({ length: count }, (_, index) => this.checkIn({ room: String(firstRoom + index), lastName: `Traveller${index + 1}`, firstName: 'Group', group }));
    }
    /** In room mode, where nobody asked for RO, a move is a check-out and a check-in. */
    move(reservation, room) {
        const before = this.house.guest(reservation);
        const after = this.house.change(reservation, { room });
        if (this.ifc.lists('GC', 'RO') || !this.ifc.requests('GI')) {
            const oldIsShared = this.options.shareFlagOfOldRoom ? this.options.shareFlagOfOldRoom === 'Y' : this.house.inRoom(before.room).length > 0;
            this.tell(guestRecord('GC', after, this.isShared(room), [roomAndShare('RO', before.room, oldIsShared), ...this.stamp()]));
            return;
        }
        this.tell(checkOutRecord(before, false));
        this.tell(guestRecord('GI', after, this.isShared(room), this.stamp()));
    }
    extend(reservation, departure) {
        this.change(reservation, { departure });
    }
    change(reservation, changes) {
        const changed = this.house.change(reservation, changes);
        this.tell(guestRecord('GC', changed, this.isShared(changed.room), this.stamp()));
    }
    /** Also an undone check-in: the interface cannot tell one from the other. */
    checkOut(reservation) {
        const guest = this.house.remove(reservation);
        this.tell({ id: 'GO', groups: [...checkOutRecord(guest, this.house.inRoom(guest.room).length > 0).groups, ...this.stamp()] });
    }
    reinstate(reservation) {
        this.checkIn(this.house.former(reservation));
    }
    /** Leaves, and the interface never says so. */
    leaveUnnoticed(reservation) {
        this.house.remove(reservation);
    }
    /** The property system loses a part of the house (a wrong restore): seen only in the next full list. */
    loseGuests(share) {
        const gone = this.house.inHouse().filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share)).map(({ reservation }) => reservation);
        for (const reservation of gone)
            this.house.remove(reservation);
        return gone;
    }
    /** And finds it again, without a word either. */
    findGuests(reservations) {
        for (const reservation of reservations)
            this.house.add(this.house.former(reservation));
    }
    setClassOfService(room, level) {
        this.tell(plainRecord('RE', [['RN', room], ['CS', level]]));
    }
    directDialNumber(room) {
        this.tell(plainRecord('GI', [['RN', room], ['G#', '0'], ['GN', 'DID']]));
    }
    nightAudit() {
        this.tell(plainRecord('NS', this.ifc.stamp()));
        this.tell(plainRecord('NE', this.ifc.stamp()));
    }
    /** The cable is pulled; the client may come back at once. */
    loseLink() {
        this.ifc.loseLink();
    }
    tell(record) {
        this.ifc.tell(record);
    }
    isShared(room) {
        return this.house.inRoom(room).length > 1;
    }
    stamp() {
        return this.ifc.stamp().map((field) => [field]);
    }
    fullList() {
        const guests = this.house.inHouse().map((guest) => guestRecord('GI', guest, this.isShared(guest.room), [[['SF', '']]]));
        const rooms = this.house.emptyRooms().map((room) => emptyRoomRecord(room));
        return rooms.flatMap((room, index) => [...guests.splice(0, Math.ceil(guests.length / (rooms.length - index + 1))), room]).concat(guests);
    }
}
//# sourceMappingURL=hotel.js.map