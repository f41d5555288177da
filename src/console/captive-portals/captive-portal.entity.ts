import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { PortalTerms, PortalTexts, PortalTheme, PortalTier, RoomRules } from './portal-parts.js';
import type { PortalMethod } from './portal-methods.js';
import type { ApprovalRules, RegistrationConfirmation, RegistrationField } from './self-registration.js';
import type { PortalLanguage } from './portal-languages.js';
import type { PictureType, PictureUse } from './picture.js';

@Entity('captive_portals')
export class CaptivePortalEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  /** Last part of the portal's address, unique over all organizations. */
  @Column('text') slug: string;
  @Column('uuid', { name: 'network_id', nullable: true }) networkId: string | null;
  @Column('text', { array: true }) methods: readonly PortalMethod[];
  /** The group for guests who register themselves or come from a provider. */
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  /** How long their access lasts; null: no limit. */
  @Column('int', { name: 'duration_seconds', nullable: true }) durationSeconds: number | null;
  @Column('jsonb', { name: 'room_rules', default: {} }) roomRules: RoomRules;
  /** For so long a device is let in again without being asked; null: never. */
  @Column('int', { name: 'remember_days', nullable: true }) rememberDays: number | null;
  /** For so long guests are let out to reach a sign-in provider; null: the walled garden must do. */
  @Column('int', { name: 'provider_minutes', nullable: true }) providerMinutes: number | null;
  /** What those who register themselves are asked for. */
  @Column('jsonb', { default: [] }) fields: readonly RegistrationField[];
  @Column('jsonb', { default: {} }) confirmation: RegistrationConfirmation;
  /** Text of a consent of its own, never a condition; null: nothing is asked. */
  @Column('jsonb', { nullable: true }) marketing: PortalTerms | null;
  @Column('jsonb', { default: {} }) approval: ApprovalRules;
  /** What guests may pay for. */
  @Column('jsonb', { default: [] }) tiers: readonly PortalTier[];
  @Column('jsonb', { default: {} }) theme: PortalTheme;
  /** Empty: every one that there is. */
  @Column('text', { array: true, default: [] }) languages: readonly PortalLanguage[];
  @Column('jsonb', { default: {} }) texts: PortalTexts;
  @Column('jsonb', { nullable: true }) terms: PortalTerms | null;
  @Column('text', { name: 'privacy_url', nullable: true }) privacyUrl: string | null;
  @Column('text', { nullable: true }) support: string | null;
  /** Hashes of the uploaded pictures. */
  @Column('text', { nullable: true }) logo: string | null;
  @Column('text', { nullable: true }) background: string | null;
  @Column('text', { name: 'success_url', nullable: true }) successUrl: string | null;
  /** Make of the access points, which decides how the portal tells them to let a guest in. */
  @Column('text') vendor: string;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const captivePortalTable = tableOf(CaptivePortalEntity);

/** Whose the address of a portal is: rows of Usher's own, kept by a trigger (claim_portal_address). */
@Entity('portal_addresses')
export class PortalAddressEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('text') slug: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('uuid', { name: 'portal_id' }) portalId: string;
}

/** Logo or background of a portal, byte for byte. */
@Entity('portal_pictures')
export class PortalPictureEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid', { name: 'portal_id' }) portalId: string;
  @PrimaryColumn('text') use: PictureUse;
  @Column('text') hash: string;
  @Column('text', { name: 'media_type' }) mediaType: PictureType;
  @Column('bytea') content: Buffer;
}
