import { inspect } from 'node:util';
import { Log } from '../../src/kernel/log.js';
/** Keeps every line, to prove what is and what is not in it. */
export class CapturingLog extends Log {
    facts;
    lines;
    constructor(facts = {}, lines = []) {
        super();
        this.facts = facts;
        this.lines = lines;
    }
    debug(facts, words) { this.keep('debug', facts, words); }
    info(facts, words) { this.keep('info', facts, words); }
    warn(facts, words) { this.keep('warn', facts, words); }
    error(facts, words) { this.keep('error', facts, words); }
    with(facts) {
        return new CapturingLog({ ...this.facts, ...facts }, this.lines);
    }
    keep(level, facts, words) {
        this.lines.push(`${level} ${words} ${inspect({ ...this.facts, ...facts }, { depth: 8 })}`);
    }
}
//# sourceMappingURL=capturing-log.js.map