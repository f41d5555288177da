import { PrivacyAudit } from '../wifi-console/built-in/privacy-audit.js';
import { PrivacyTrail } from '../wifi-console/built-in/privacy-trail.js';
import { ConnectionPrivacyService } from './connection-privacy.service.js';
import { ErasureRepository } from './erasure.repository.js';
import { Erasures } from './erasures.js';
import { PayloadPrivacy } from './payload-privacy.js';
import { PersonEraser } from './person-eraser.js';
import { PersonExport } from './person-export.js';
import { PersonRepository } from './person.repository.js';

/** Needs from outside: Database, the kernel, ConnectionRepository, SubjectLock, Payloads, Doorbell, AuditTrail, AuditEraser. */
export const privacyProviders = [PersonRepository, ErasureRepository, PersonEraser, Erasures, PersonExport, ConnectionPrivacyService, PayloadPrivacy, PrivacyAudit, PrivacyTrail];
