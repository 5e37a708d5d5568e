/** Whether two names, capitals aside, differ by one letter: another one, one more, or two neighbours in turned order. */
export function differByOneLetter(one: string, other: string): boolean {
  const [a, b] = [[...one.toLowerCase().normalize('NFC')], [...other.toLowerCase().normalize('NFC')]]
  if (Math.abs(a.length - b.length) > 1) return false
  let front = 0
  while (front < Math.min(a.length, b.length) && a[front] === b[front]) front++
  let back = 0
  while (back < Math.min(a.length, b.length) - front && a.at(-1 - back) === b.at(-1 - back)) back++
  const [left, right] = [a.slice(front, a.length - back), b.slice(front, b.length - back)]
  const turned = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return turned || (left.length + right.length > 0 && left.length <= 1 && right.length <= 1)
}
