import { AccountsCloser, LinkApproval, Previewer } from '../api/ports.js';
import { BuiltInConsole } from '../wifi-console/built-in/built-in-console.js';
import { BuiltInWifiConsole } from '../wifi-console/built-in/built-in-wifi-console.js';
import { UserPages } from '../wifi-console/built-in/user-pages.js';
import { VoucherLookup } from '../wifi-console/built-in/voucher-lookup.js';
import { DriftRepository } from '../intake/drift/drift.repository.js';
import { DriftPass } from '../intake/drift/drift-pass.js';
import { DriftScan } from '../intake/drift/drift-scan.js';
import { AccountPasswords } from '../entitle/account-passwords.js';
import { EntitlementRepository } from '../entitle/entitlement.repository.js';
import { Entitler } from '../entitle/entitler.js';
import { SubjectEntitler } from '../entitle/subject-entitler.js';
import { AccountsClosing } from '../identity/accounts-closing.js';
import { LinkApprovals } from './link-approvals.js';
import { ProvisionLog } from '../identity/log/provision-log.js';
import { AccessPreview } from '../intake/preview/access-preview.js';
import { PreviewRecords } from '../intake/preview/preview-records.js';
import { AbandonedWork } from './abandoned-work.js';
import { ConsoleRequests } from './console-request.js';
import { Consoles, OwnConsole } from '../wifi-console/consoles.js';
import { GroupLedger } from './group-ledger.js';
import { LeaseKeeper } from './lease-keeper.js';
import { OperationRepository } from './operation.repository.js';
import { OwnPass } from './own-pass.js';
import { Postponing } from './postponing.js';
import { Prober } from './prober.js';
import { Reconciler } from './reconciler.js';
import { RemotePass } from './remote-pass.js';
import { RemoteSettling } from './remote-settling.js';
import { Suffixing } from './suffixing.js';
import { WorkRepository } from './work.repository.js';

/** Needs from outside: Database, the kernel, ConnectionRepository, ConnectorHost, Subjects, Doorbell, RemoteConsoles, and the console's three sets. */
export const reconcileProviders = [
  AccountPasswords, EntitlementRepository, SubjectEntitler, { provide: Entitler, useExisting: SubjectEntitler }, ProvisionLog,
  BuiltInWifiConsole, UserPages, VoucherLookup, BuiltInConsole, { provide: OwnConsole, useExisting: BuiltInConsole }, Consoles,
  WorkRepository, OperationRepository, GroupLedger, LeaseKeeper, ConsoleRequests, Suffixing, Postponing, AbandonedWork, Prober, RemoteSettling, OwnPass, RemotePass, Reconciler,
  DriftRepository, DriftScan, DriftPass, PreviewRecords, AccessPreview, { provide: Previewer, useExisting: AccessPreview },
  AccountsClosing, { provide: AccountsCloser, useExisting: AccountsClosing }, LinkApprovals, { provide: LinkApproval, useExisting: LinkApprovals },
];
