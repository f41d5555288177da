import { consoleEntities } from '../console/entities.js';
import { ResourceCountEntity } from '../database/resource-count.entity.js';
import { provisioningEntities } from '../provisioning/entities.js';

/** Every table: for the data source, and for the check that migrations and entities agree. */
export const entities = [...consoleEntities, ...provisioningEntities, ResourceCountEntity];
