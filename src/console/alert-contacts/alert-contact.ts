import type { RecordLife } from '../crud/record-life.js';
import type { AlertContactEntity } from './alert-contact.entity.js';

/** `urlSealed` holds the whole address. */
export type AlertContact = Readonly<Omit<AlertContactEntity, 'organizationId' | 'secretSealed'>>;

/** Who receives alerts, by each way that is given. */
export type AlertContactFields = Omit<AlertContact, keyof RecordLife | 'urlSealed'>;
