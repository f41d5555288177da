import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { regionOf } from '../../app/languages';
import type { FormField } from '../../parts/form/form-field';
import { reportsQuery } from '../report/report-records';
import { useReportWords } from '../report/report-words';

/** Days of the week as the language calls them; the API counts from Monday. */
export function useWeekdays(): Readonly<Record<string, string>> {
  const { i18n } = useLingui();
  const written = new Intl.DateTimeFormat(regionOf(i18n.locale), { weekday: 'long', timeZone: 'UTC' });
  return Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [String(day), written.format(Date.UTC(2024, 0, day))]));
}

export function useScheduleFields(): FormField[] {
  const { t } = useLingui();
  const { titleOf } = useReportWords();
  const reports = useQuery(reportsQuery).data ?? [];
  const weekdays = useWeekdays();
  return [
    { name: 'name', label: t`Name`, kind: 'text', required: true, description: t`It is the subject of the mails.` },
    {
      name: 'report_id',
      label: t`Report`,
      kind: 'choice',
      required: true,
      values: reports.map(({ id }) => id),
      labels: Object.fromEntries(reports.map((report) => [report.id, titleOf(report)])),
    },
    {
      name: 'every',
      label: t`How often`,
      kind: 'choice',
      required: true,
      values: ['day', 'week', 'month'],
      labels: { day: t`Every day`, week: t`Every week`, month: t`Every month` },
    },
    {
      name: 'weekday',
      label: t`Day, where every week`,
      kind: 'choice',
      values: Object.keys(weekdays),
      labels: weekdays,
    },
    { name: 'month_day', label: t`Day of the month, where every month`, kind: 'number', example: '1' },
    { name: 'hour', label: t`Hour`, kind: 'number', example: '7' },
    { name: 'time_zone', label: t`Time zone`, kind: 'text', example: 'Europe/Vienna' },
    {
      name: 'recipients',
      label: t`Recipients`,
      kind: 'choices',
      required: true,
      description: t`Up to ten e-mail addresses. Each gets a mail of its own, which says how to stop it.`,
    },
    {
      name: 'format',
      label: t`Form`,
      kind: 'choice',
      values: ['csv', 'html'],
      labels: { csv: t`CSV file, up to 20,000 rows`, html: t`Table in the mail, up to 200 rows` },
    },
    {
      name: 'parameters',
      label: t`Choice of rows`,
      kind: 'json',
      description: t`Times, columns and filter as the API takes them. Without times, the day, week or month before.`,
      example: '{"filter": {"outcome": "rejected"}}',
    },
    { name: 'disabled', label: t`Switched off`, kind: 'switch' },
  ];
}
