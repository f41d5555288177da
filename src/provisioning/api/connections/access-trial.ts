import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Context } from '../../../kernel/context.js';
import { doubtAbout } from '../../access/account-names.js';
import { anchors, factFields } from '../../access/fact-fields.js';
import type { Grant } from '../../access/grant.js';
import { grantFor } from '../../access/grant-for.js';
import { siteDefaultsOf } from '../../connection/site-defaults.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorHost } from '../../host/connector-host.js';
import type { Subject } from '../../subject/subject.js';
import { shown } from '../answers/shown.js';
import type { AccessOfPersonDto, AccessTrialDto } from './access-trial.dto.js';

type Known = Pick<Subject, 'id' | 'sourceKey' | 'facts' | 'lastEventAt'>;

const those = statement(
  'access_trial_subjects',
  `
  select s.id, s.source_key as "sourceKey", s.facts, s.last_event_at as "lastEventAt"
  from subjects s where s.organization_id = $1 and s.connection_id = $2
  order by (s.state = 'present') desc, s.created_at, s.id limit $3`,
);

/** What access settings make of a few known people, while they are edited. Pure: unlike a preview, it plans nothing. */
@Injectable()
export class AccessTrial {
  constructor(
    private readonly database: Database,
    private readonly host: ConnectorHost,
  ) {}

  async of(context: Context, connection: StoredConnection, limit: number): Promise<AccessTrialDto> {
    const { factKind } = this.host.definitionOf(connection);
    const known = await this.database.query<Known>(context, those, [context.organizationId, connection.id, limit]);
    const site = siteDefaultsOf(connection);
    return {
      access: { ...connection.access },
      fields: [...factFields[factKind]],
      moments: [...anchors[factKind]],
      people: known.map((subject) => {
        const { sourceKey: key, facts, lastEventAt: observedAt } = subject;
        const isElsewhere = connection.target.console === 'remote';
        return personDto(subject, grantFor(connection.access, { key, facts, observedAt }, site), isElsewhere);
      }),
    };
  }
}

function personDto({ id, sourceKey, facts }: Known, grant: Grant, isElsewhere: boolean): AccessOfPersonDto {
  const isGiven = grant.kind === 'user' || grant.kind === 'voucher';
  const isUser = grant.kind === 'user';
  return {
    subject_id: id,
    key: sourceKey,
    facts: shown({ ...facts }) ?? {},
    grant: grant.kind,
    field: grant.kind === 'problem' ? grant.field : null,
    detail: detailOf(grant, isElsewhere),
    username: isUser ? grant.username : null,
    password: isUser && grant.password ? (grant.password.kind === 'generate' ? 'generate' : 'set') : null,
    group_name: isGiven ? grant.groupName : null,
    valid_from: isGiven ? grant.validFrom : null,
    valid_until: isGiven ? grant.validUntil : null,
  };
}

function detailOf(grant: Grant, isElsewhere: boolean): string | null {
  switch (grant.kind) {
    case 'problem':
      return grant.detail;
    case 'none':
      return grant.reason;
    case 'user':
      return isElsewhere ? doubtAbout(grant.username) : null;
    case 'voucher':
      return null;
  }
}
