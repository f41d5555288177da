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
    { name: 'name', label: t`Name`, kind: 'text', required: true, description: t`Used as the subject of the e-mail.` },
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
      label: t`Frequency`,
      kind: 'choice',
      required: true,
      values: ['day', 'week', 'month'],
      labels: { day: t`Daily`, week: t`Weekly`, month: t`Monthly` },
    },
    {
      name: 'weekday',
      label: t`Weekday (weekly)`,
      kind: 'choice',
      values: Object.keys(weekdays),
      labels: weekdays,
    },
    { name: 'month_day', label: t`Day of the month (monthly)`, kind: 'number', example: '1' },
    { name: 'hour', label: t`Hour`, kind: 'number', example: '7' },
    { name: 'time_zone', label: t`Time zone`, kind: 'text', example: 'Europe/Vienna' },
    {
      name: 'recipients',
      label: t`Recipients`,
      kind: 'choices',
      required: true,
      description: t`Up to ten e-mail addresses. Each receives a separate e-mail with a way to unsubscribe.`,
    },
    {
      name: 'format',
      label: t`Format`,
      kind: 'choice',
      values: ['csv', 'html'],
      labels: { csv: t`CSV file, up to 20,000 rows`, html: t`Table in the e-mail, up to 200 rows` },
    },
    {
      name: 'parameters',
      label: t`Filter rows`,
      kind: 'json',
      description: t`Times, columns and filter as in the API. Empty times: the previous day, week or month.`,
      example: '{"filter": {"outcome": "rejected"}}',
    },
    { name: 'disabled', label: t`Disabled`, kind: 'switch' },
  ];
}
