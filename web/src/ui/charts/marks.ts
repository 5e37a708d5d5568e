/**
 * How lines, areas and points of a chart are drawn. Forced colours apply to the text of a drawing, not to its shapes: they are named
 * here.
 */
const inSystemText = 'forced-colors:stroke-[CanvasText]'
const inHighlight = 'forced-colors:stroke-[Highlight]'
const line = 'fill-none stroke-round'

export const marks = {
  grid: `stroke-line ${inSystemText} forced-colors:[stroke-opacity:0.35]`,
  ground: `stroke-line-strong ${inSystemText}`,
  cursor: `stroke-line-strong ${inSystemText} print:hidden`,
  now: `${line} stroke-vial stroke-[2.5] ${inHighlight}`,
  unfinished: `${line} stroke-vial stroke-[2.5] [stroke-dasharray:4_7] ${inHighlight}`,
  before: `fill-none stroke-line-strong stroke-[1.75] [stroke-dasharray:5_4] ${inSystemText}`,
  target: `${line} stroke-agar-ink stroke-[1.5] [stroke-dasharray:1_4] ${inSystemText}`,
  spark: `${line} stroke-vial stroke-[1.75] ${inHighlight}`,
  diagonal: `fill-none stroke-line-strong stroke-[1.5] [stroke-dasharray:6_4] ${inSystemText}`,
  interval: `fill-none stroke-ink-soft stroke-[1.5] group-data-chosen:stroke-ink group-data-chosen:stroke-[2.5] ${inSystemText}`,
  area: 'fill-vial opacity-10',
  dot: 'fill-vial stroke-card stroke-[1.5] forced-colors:fill-[Highlight] forced-colors:stroke-[Canvas]',
  dotOther: `fill-agar stroke-ink stroke-[1.5] forced-colors:fill-[Canvas] ${inSystemText}`,
  dotBefore: 'fill-card stroke-ink stroke-[1.75]',
  targetMark: 'stroke-agar-ink stroke-2',
  segment: 'stroke-page stroke-1',
}

/** Invisible over the drawing: what it does is drawn below it. */
export const sliderClass = 'absolute top-0 h-full cursor-crosshair touch-pan-y opacity-0 print:hidden'
/** Around the drawing and its slider: shows the slider's focus. */
export const overClass = 'relative has-[input:focus-visible]:focused has-[input:focus-visible]:rounded-sm'
