/** Okabe and Ito's set, told apart by colour-blind eyes too, in tones with 3 to 1 on light and on dark pages. */
const tones = {
  light: ['#0072b2', '#b35900', '#007a5a', '#a0447a', '#7a6500', '#2f7fb0', '#c23b00', '#5b5b5b'],
  dark: ['#56b4e9', '#e69f00', '#2bc79b', '#dd94bd', '#f0e442', '#8fb8ff', '#ff8a4d', '#c9c9c9'],
} as const;

export type Scheme = keyof typeof tones;

/** How each line is told apart besides its colour: dashes of its stroke, and the pattern of its area or bars. */
const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [14, 4], [5, 5], [2, 6], [1, 2]];

const size = 8;
const strokes: readonly ((to: CanvasRenderingContext2D) => void)[] = [
  () => undefined,
  (to) => line(to, [0, size], [size, 0]),
  (to) => line(to, [0, size / 2], [size, size / 2]),
  (to) => line(to, [0, 0], [size, size]),
  (to) => line(to, [size / 2, 0], [size / 2, size]),
  (to) => to.arc(size / 2, size / 2, 1.5, 0, 2 * Math.PI),
  (to) => {
    line(to, [0, size], [size, 0]);
    line(to, [0, 0], [size, size]);
  },
  (to) => {
    line(to, [0, size / 2], [size, size / 2]);
    line(to, [size / 2, 0], [size / 2, size]);
  },
];

export interface Paint {
  readonly colour: string;
  readonly dash: number[];
  /** A tile that repeats. */
  readonly tile: HTMLCanvasElement;
}

/** What the line at this place is painted with; `scale`: how many points of the screen one of the tile takes. */
export function paintOf(place: number, scheme: Scheme, scale = 1): Paint {
  const index = place % tones[scheme].length;
  const colour = tones[scheme][index] ?? '#888';
  const tile = document.createElement('canvas');
  tile.width = size * scale;
  tile.height = size * scale;
  const to = tile.getContext('2d');
  if (to) {
    to.scale(scale, scale);
    to.fillStyle = `${colour}66`;
    to.fillRect(0, 0, size, size);
    to.strokeStyle = colour;
    to.lineWidth = 1.5;
    to.beginPath();
    strokes[index]?.(to);
    to.stroke();
  }
  return { colour, dash: [...(dashes[index] ?? [])], tile };
}

function line(to: CanvasRenderingContext2D, [x, y]: [number, number], [toX, toY]: [number, number]): void {
  to.moveTo(x, y);
  to.lineTo(toX, toY);
}
