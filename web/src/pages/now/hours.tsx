import { useLingui } from '@lingui/react/macro';
import { Card, Text } from '@mantine/core';
import type { Api } from '../../api/types';

const width = 240;
const height = 48;

/** What happened in each of the last 24 hours: a picture for the eye, the same in words for those who listen. */
export function Hours({ title, flow: { total, hours } }: { readonly title: string; readonly flow: Api<'FlowDto'> }) {
  const { t, i18n } = useLingui();
  const most = Math.max(1, ...hours);
  const step = width / hours.length;
  const largest = i18n.number(Math.max(0, ...hours));
  const sum = i18n.number(total);
  return (
    <Card withBorder>
      <Text size="sm">{title}</Text>
      <Text fz="xl" fw={700}>
        {sum}
      </Text>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t`${title}: ${sum} total, peak ${largest} in an hour`}
        width="100%"
        height={height}
        preserveAspectRatio="none"
      >
        {hours.map((count, hour) => {
          const tall = Math.max(1, (count / most) * height);
          return (
            <rect
              // The hours are told apart by their place alone.
              key={hour}
              x={hour * step}
              y={height - tall}
              width={step - 1}
              height={tall}
              fill="var(--mantine-primary-color-filled)"
            />
          );
        })}
      </svg>
    </Card>
  );
}
