import { alarmEvents } from '../../kernel/alarms.js';

/** The events that a contact can receive. */
export const alertEvents = [...alarmEvents, 'digest.daily'] as const;
export type AlertEvent = (typeof alertEvents)[number];
