import { type Doc, heightOf, put, quiet, type Structure, type Style } from './pen.ts'

export type Fact = { name: string; value: string; style?: Style }

/** Draws facts below each other in a column, each with its name in small letters and its value. Returns the end of the column. */
export function drawFacts(
  document: Doc,
  parent: Structure,
  facts: readonly Fact[],
  { x, y, width }: { x: number; y: number; width: number },
): number {
  let at = y
  for (const { name, value, style = {} } of facts) {
    const start = at
    parent.add(
      document.struct('P', {}, () => {
        put(document, name, { x, y: start, width, size: 7.5, color: quiet })
        put(document, value, { x, y: start + 10, width, ...style })
      }),
    )
    at += 10 + heightOf(document, value, { width, ...style }) + 5
  }
  return at - 5
}
