import { alarmEvents } from '../../kernel/alarms.js';
import type { RecordLife } from '../crud/record-life.js';
import type { AlertContactEntity } from './alert-contact.entity.js';

/** The events that a contact can receive. */
export const alertEvents = [...alarmEvents, 'digest.daily'] as const;
export type AlertEvent = (typeof alertEvents)[number];

/** `urlSealed` holds the whole address. */
export type AlertContact = Readonly<Omit<AlertContactEntity, 'organizationId' | 'secretSealed'>>;

/** Who receives alerts, by each way that is given. */
export type AlertContactFields = Omit<AlertContact, keyof RecordLife | 'urlSealed'>;
