import type { RecordLife } from '../crud/record-life.js';
import type { CaptivePortalEntity } from './captive-portal.entity.js';

export type CaptivePortal = Readonly<Omit<CaptivePortalEntity, 'organizationId'>>;

export type CaptivePortalFields = Omit<CaptivePortal, keyof RecordLife>;
