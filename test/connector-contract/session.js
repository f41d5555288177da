import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import { settingsOf } from '../../src/provisioning/connector/setting.js';
import { ManualClock, SeededChance } from '../kernel/manual-clock.js';
import { CapturingLog } from './capturing-log.js';
/** A connection to `outside`, as the engine would open it: real HTTP client, defaults filled in. */
export function open(definition, outside) {
    const log = new CapturingLog();
    const session = {
        connectionId: '0190a0a1-0000-7000-8000-00000000c0de',
        settings: settingsFrom(definition, outside.settings),
        http: new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: true }),
        clock: outside.clock ?? new ManualClock(),
        chance: outside.chance ?? new SeededChance(),
        log,
    };
    return { connector: definition.connect(session), session, log };
}
export function settingsFrom(definition, values) {
    const defaults = [...settingsOf(definition.settings)].filter(([, { default: initial }]) => initial !== undefined).map(([name, { default: initial }]) => [name, initial]);
    return plainToInstance(definition.settings, { ...Object.fromEntries(defaults), ...values });
}
/** Names of the fields that are refused. */
export function refusedFields(definition, values) {
    return validateSync(settingsFrom(definition, values), { whitelist: true, forbidNonWhitelisted: true }).map(({ property }) => property);
}
/** Secret values among `values`: what must never be seen. */
export function secretsOf(definition, values) {
    return [...settingsOf(definition.settings)].filter(([name, { secret }]) => secret && typeof values[name] === 'string').map(([name]) => String(values[name]));
}
//# sourceMappingURL=session.js.map