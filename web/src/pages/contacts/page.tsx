import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { useAlertWords } from '../alerts/alert-words';
import { ContactMessages } from './contact-messages';
import { ContactState } from './contact-state';
import { type Contact, contacts } from './contact-records';

const route = getRouteApi('/shell/contacts');

export const rowsOf = contacts.list;

/** Who is told when something needs a person, and whether it arrives. */
export function ContactsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const words = useAlertWords();
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string | undefined }>();
  const columns: Column<Contact>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'email', title: t`E-mail address`, sortable: true, cell: ({ email }) => email },
    { id: 'url', title: t`Webhook URL`, cell: ({ url }) => url },
    { id: 'phone', title: t`Telephone`, cell: ({ phone }) => phone },
    { id: 'disabled', title: t`Status`, sortable: true, cell: ({ disabled }) => disabled === 1 && t`Disabled` },
  ];
  return (
    <RecordList<Contact>
      title={t`Alert contacts`}
      columns={columns}
      filters={[{ name: 'name' }, { name: 'email' }, { name: 'disabled', values: ['0', '1'] }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a contact`}
      empty={{ title: t`No alert contacts yet`, hint: t`Add who should know when something goes wrong.` }}
      view={{
        resource: contacts,
        area: 'alertcontacts',
        titleOf: ({ name }) => name,
        fields: [
          { name: 'name', label: t`Name`, kind: 'text', required: true, example: 'Front desk' },
          { name: 'email', label: t`E-mail address`, kind: 'text' },
          {
            name: 'url',
            label: t`Webhook URL`,
            description: t`Alerts are sent there as signed requests. Stored encrypted: only its beginning is shown.`,
            kind: 'text',
          },
          {
            name: 'phone',
            label: t`Telephone`,
            description: t`For your information: nothing is sent there.`,
            kind: 'text',
          },
          {
            name: 'events',
            label: t`Events`,
            description: t`If nothing is selected, a new one gets all.`,
            kind: 'choices',
            values: Object.keys(words),
          },
          { name: 'disabled', label: t`Disabled`, kind: 'flag' },
        ],
        unmade: { title: t`New contact`, values: {} },
        onMade: (row) => setMade({ id: row.id, secret: (row as { readonly secret?: string }).secret }),
        above: (contact) => (
          <ContactState contact={contact} madeSecret={made?.id === contact.id ? made.secret : undefined} />
        ),
        below: (contact) => <ContactMessages id={contact.id} />,
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`No more alerts are sent there.`,
        },
      }}
    />
  );
}
