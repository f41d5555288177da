import { create } from 'qrcode';

const marginModules = 4;

/** Drawn here: the secret in it goes nowhere. Black on white, as cameras want it. */
export default function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = create(text).modules;
  const whole = size + 2 * marginModules;
  const dark = [...data].flatMap((isDark, index) =>
    isDark ? [`M${(index % size) + marginModules} ${Math.floor(index / size) + marginModules}h1v1h-1z`] : [],
  );
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${whole} ${whole}`} width={220} shapeRendering="crispEdges">
      <rect width={whole} height={whole} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
