import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { LinkedAccount } from '../linked-accounts/linked-accounts.repository.js';

export class LinkedAccountDto extends LinksDto {
  id: string;
  /** The authentication provider that has it. */
  @ApiProperty({ format: 'uuid' })
  provider_id: string;
  /** What people call the provider. */
  provider_name: string;
  /** The provider's own id of the person: `sub`, the NameID, `entryUUID` or `objectGUID`, or the DN. */
  @ApiProperty({ example: '7f2b0c1e-6d53-4b43-9a0e-2a1f5f7a9c10' })
  subject: string;
  /** The address that the provider vouched for at the last sign-in. Null: for none. */
  email: string | null;
  /** When the operator last signed in by it. */
  last_used_at: string;
  /** Since when it is linked. */
  created_at: string;
}

class EmbeddedLinkedAccountsDto {
  linked_accounts: LinkedAccountDto[];
}

export class LinkedAccountPageDto extends PageDto {
  _embedded: EmbeddedLinkedAccountsDto;
}

export function linkedAccountDto(account: LinkedAccount): Omit<LinkedAccountDto, '_links'> {
  const { id, providerId, providerName, subject, email, lastUsedAt, createdAt } = account;
  return {
    id,
    provider_id: providerId,
    provider_name: providerName,
    subject,
    email,
    last_used_at: lastUsedAt,
    created_at: createdAt,
  };
}
