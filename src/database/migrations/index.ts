import { Tenants1764000000000 } from './1764000000000-tenants.js';
import { Console1764000100000 } from './1764000100000-console.js';
import { Logs1764000200000 } from './1764000200000-logs.js';
import { Provisioning1764000300000 } from './1764000300000-provisioning.js';
import { WebhooksAndAlerts1764000400000 } from './1764000400000-webhooks-and-alerts.js';
import { Radius1764000500000 } from './1764000500000-radius.js';
import { Audit1764000600000 } from './1764000600000-audit.js';

/** In order of their numbers. A released migration is never changed. */
export const migrations = [
  Tenants1764000000000,
  Console1764000100000,
  Logs1764000200000,
  Provisioning1764000300000,
  WebhooksAndAlerts1764000400000,
  Radius1764000500000,
  Audit1764000600000,
];
