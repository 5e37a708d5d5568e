/** Where things stand on a Levey-Jennings chart: pure, in pixels of the drawing. */

/** Standard deviations that the chart shows on either side of the mean; what lies beyond stands on its edge. */
export const mostSd = 4

export type Frame = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** Room for the limits' names on the left and their values on the right. */
export const frameOf = (width: number): Frame => ({
  width,
  height: width < 480 ? 260 : 300,
  left: 46,
  right: 50,
  top: 18,
  bottom: 30,
})

export function yOf(frame: Frame, z: number): number {
  const inside = Math.max(-mostSd, Math.min(mostSd, z))
  const room = frame.height - frame.top - frame.bottom
  return frame.top + ((mostSd - inside) / (2 * mostSd)) * room
}

/** The middle of a point's column; points fill the width from the left, at most 44 px apart. */
export function xOf(frame: Frame, index: number, count: number): number {
  const room = frame.width - frame.left - frame.right
  const step = Math.min(44, room / Math.max(1, count))
  return frame.left + step * (index + 0.5)
}
