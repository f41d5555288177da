import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Method = Api<'CaptivePortalDto'>['methods'][number];
export type View = Api<'PortalPreviewDto'>['pages'][number];

/** In the order of the page. */
export function useMethodWords(): Readonly<Record<Method, { readonly title: string; readonly about: string }>> {
  const { t } = useLingui();
  return {
    room_surname: { title: t`Room and surname`, about: t`For guests whom the hotel system has checked in.` },
    voucher: { title: t`Voucher`, about: t`A printed code.` },
    username_password: { title: t`User name and password`, about: t`For users of this organization.` },
    provider: { title: t`Sign-in provider`, about: t`Directory, OpenID Connect or SAML.` },
    self_registration: { title: t`Registration`, about: t`Name and address, confirmed by e-mail or SMS.` },
    approval: { title: t`Host approval`, about: t`A host is asked by e-mail.` },
    terms_only: { title: t`Terms only`, about: t`No sign-in required.` },
    remembered: { title: t`Known devices`, about: t`Known devices get in without signing in again.` },
  };
}

export function useViewWords(): Readonly<Record<View, string>> {
  const { t } = useLingui();
  return {
    first: t`First page`,
    remembered: t`Welcome page for known devices`,
    empty: t`Missing details`,
    refused: t`No match`,
    third_fact: t`One more detail is requested`,
    locked: t`Too many attempts`,
    code: t`SMS code`,
    host_asked: t`Waiting for the host`,
    tiers: t`Tier selection`,
    charge: t`Room charges`,
    connecting: t`On the way to the gateway`,
    not_let_in: t`The gateway is failing`,
    online: t`Online`,
    signed_out: t`Signed out`,
    terms: t`Terms of use`,
    away: t`Service unavailable`,
  };
}

/** As its speakers call it, or those of another language. */
export function languageName(code: string, locale = code): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
}

export const languageCodes = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'ja', 'zh', 'ar'] as const;
