import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Method = Api<'CaptivePortalDto'>['methods'][number];
export type View = Api<'PortalPreviewDto'>['pages'][number];

/** In the order of the page. */
export function useMethodWords(): Readonly<Record<Method, { readonly title: string; readonly about: string }>> {
  const { t } = useLingui();
  return {
    room_surname: { title: t`Room and surname`, about: t`For guests whom the hotel system has checked in.` },
    voucher: { title: t`Voucher`, about: t`A code on paper.` },
    username_password: { title: t`User name and password`, about: t`For users of this organization.` },
    provider: { title: t`Sign-in provider`, about: t`Directory, OpenID Connect or SAML.` },
    self_registration: { title: t`Registration`, about: t`Name and address, confirmed by mail or SMS.` },
    approval: { title: t`Approval by a host`, about: t`Somebody of the house is asked by mail.` },
    terms_only: { title: t`Terms alone`, about: t`Nobody is asked who they are.` },
    remembered: { title: t`Known devices`, about: t`A device that was let in before need not prove anything.` },
  };
}

export function useViewWords(): Readonly<Record<View, string>> {
  const { t } = useLingui();
  return {
    first: t`First page`,
    remembered: t`First page of a known device`,
    empty: t`Something was left out`,
    refused: t`What was typed fits nobody`,
    third_fact: t`One more detail is asked for`,
    locked: t`Too many tries`,
    code: t`Code by SMS`,
    host_asked: t`The host is being asked`,
    tiers: t`Choice of tiers`,
    charge: t`Paying by the room`,
    connecting: t`On the way to the gateway`,
    not_let_in: t`The gateway fails`,
    online: t`Online`,
    signed_out: t`Signed out`,
    terms: t`Terms of use`,
    away: t`The service is away`,
  };
}

/** As its speakers call it, or those of another language. */
export function languageName(code: string, locale = code): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
}

export const languageCodes = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'ja', 'zh', 'ar'] as const;
