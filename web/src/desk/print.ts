import { api } from '../api/client';
import type { Api } from '../api/types';
import { download } from '../parts/download';

type Card = Api<'GuestCardInputDto'>;
export type Layout = NonNullable<Card['layout']>;

/**
 * Shows a PDF in a tab of its own, which asks to print it. The tab is opened at once: later, a browser takes it for an
 * advertisement. Where it does so all the same, the PDF is handed over as a file.
 */
export async function print(content: Promise<Blob>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const paper = await content;
    if (tab) tab.location.replace(URL.createObjectURL(paper));
    else download(paper, 'wifi.pdf');
  } catch (problem) {
    tab?.close();
    throw problem;
  }
}

/** Languages in which there is no paper get English. */
const languages: readonly string[] = ['en', 'de', 'fr', 'es', 'it', 'cs'];

function languageOf(locale: string): Card['language'] {
  return (languages.includes(locale) ? locale : 'en') as Card['language'];
}

export interface Printing {
  readonly layout: Layout;
  readonly locale: string;
  /** Id of the Wi-Fi on the card; undefined: the service decides. */
  readonly network: string | undefined;
}

export async function guestCard(
  id: string,
  { layout, locale, network }: Printing,
  password: string | undefined,
): Promise<Blob> {
  const { data } = await api.POST('/guests/{id}/card.pdf', {
    params: { path: { id } },
    body: {
      layout,
      language: languageOf(locale),
      ...(password ? { password } : {}),
      ...(network ? { network } : {}),
    },
    parseAs: 'blob',
  });
  return data as unknown as Blob;
}

/** By the batch: the ids of some hundred would be an address that no server takes. */
export async function voucherCards(batch: string, { layout, locale, network }: Printing): Promise<Blob> {
  const { data } = await api.GET('/vouchers/sheet.pdf', {
    params: { query: { batch, layout, language: languageOf(locale), ...(network ? { network } : {}) } },
    parseAs: 'blob',
  });
  return data as unknown as Blob;
}
