/** The engine's end of a link, in memory; storing can be held back or made to fail. */
export class RecordingLink {
    stored = [];
    batches = [];
    states = [];
    history = { knownRecords: 1, lastHeardAt: null, lastFullListAt: '2026-05-14T12:00:00.000Z' };
    heardCount = 0;
    storing = 0;
    /** More than one at a time would lose the order. */
    mostAtOnce = 0;
    failures = 0;
    gate = null;
    openGate = () => { };
    ask = () => false;
    async store(frames) {
        this.storing += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.storing);
        try {
            await this.gate;
            if (this.failures > 0) {
                this.failures -= 1;
                throw new Error('The database is away');
            }
            this.stored.push(...frames.map((frame) => Buffer.from(frame)));
            this.batches.push(frames.length);
        }
        finally {
            this.storing -= 1;
        }
    }
    /** Nothing becomes durable until `release`. */
    hold() {
        this.gate = new Promise((resolve) => { this.openGate = resolve; });
    }
    release() {
        this.gate = null;
        this.openGate();
    }
    failNext(times) {
        this.failures = times;
    }
    state(state, detail) {
        this.states.push({ state, detail });
    }
    heard() {
        this.heardCount += 1;
    }
    onFullListWanted(ask) {
        this.ask = ask;
    }
    wantFullList() {
        return this.ask();
    }
    get latestState() {
        return this.states.at(-1)?.state;
    }
}
//# sourceMappingURL=recording-link.js.map