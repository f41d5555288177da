import iconv from 'iconv-lite';
/** Repeatable chance (mulberry32), so that a failing day can be played again. */
export function dice(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}
/** One accepted connection: frames out, with faults; records in. */
export class IfcLine {
    socket;
    encoding;
    faults;
    roll;
    outgoing = [];
    incoming = Buffer.alloc(0);
    isFlushing = false;
    constructor(socket, encoding, faults, roll, onRecord) {
        this.socket = socket;
        this.encoding = encoding;
        this.faults = faults;
        this.roll = roll;
        socket.setNoDelay(true);
        socket.on('error', () => { });
        socket.on('data', (packet) => {
            this.incoming = Buffer.concat([this.incoming, packet]);
            for (;;) {
                const end = this.incoming.indexOf(0x03);
                if (end < 0)
                    return;
                const start = this.incoming.lastIndexOf(0x02, end);
                const content = start < 0 ? null : this.incoming.subarray(start + 1, end);
                this.incoming = this.incoming.subarray(end + 1);
                if (content)
                    onRecord(iconv.decode(content, this.encoding));
            }
        });
    }
    send(text) {
        this.sendBytes(Buffer.concat([Buffer.of(0x02), iconv.encode(text, this.encoding), Buffer.of(0x03)]));
    }
    sendBytes(bytes) {
        if (this.faults.noise && this.roll() < 0.3)
            this.outgoing.push(Buffer.from([0x06, 0x0d, 0x0a, 0x7c].slice(0, 1 + Math.floor(this.roll() * 4))));
        this.outgoing.push(bytes);
        if (this.isFlushing)
            return;
        this.isFlushing = true;
        setImmediate(() => this.flush());
    }
    /** Sends what waits, then closes. */
    end() {
        this.flush();
        this.socket.end();
    }
    drop() {
        this.socket.destroy();
    }
    flush() {
        this.isFlushing = false;
        const bytes = Buffer.concat(this.outgoing);
        this.outgoing = [];
        if (!this.socket.writable || bytes.length === 0)
            return;
        if (!this.faults.splitPackets) {
            this.socket.write(bytes);
            return;
        }
        for (let from = 0; from < bytes.length;) {
            const length = 1 + Math.floor(this.roll() * 90);
            this.socket.write(bytes.subarray(from, from + length));
            from += length;
        }
    }
}
//# sourceMappingURL=ifc-line.js.map