import type { BenchTest } from '#server/modules/catalogue/index.ts'

export type Tube = {
  collection: BenchTest['collection']
  specimen: string
  tube: string
  tests: BenchTest[]
}

/**
 * The tubes that a set of tests needs: tests of one specimen in one kind of tube share it. Order of draw by the
 * catalogue's order of tests, within which a citrate tube comes before serum, serum before EDTA, EDTA before fluoride,
 * so that no additive is carried into a tube that it would spoil (CLSI GP41).
 */
export function tubesFor(tests: readonly BenchTest[]): Tube[] {
  const tubes = new Map<string, Tube>()
  for (const test of tests) {
    const { collection, specimen, tube } = test
    const key = `${collection} ${capOf(tube)}`
    const known = tubes.get(key)
    if (known) known.tests.push(test)
    else tubes.set(key, { collection, specimen, tube, tests: [test] })
  }
  return [...tubes.values()].sort((a, b) => order(a) - order(b))
}

/** Whether a test can be done from a container like this one. */
export const sameContainer = (
  test: Pick<BenchTest, 'collection' | 'tube'>,
  other: Pick<BenchTest, 'collection' | 'tube'>,
): boolean => test.collection === other.collection && capOf(test.tube) === capOf(other.tube)

const caps = ['citrate', 'sst', 'edta', 'fluoride'] as const

/** The cap that decides which tests can share a tube; other containers are told apart by their whole name. */
function capOf(tube: string): string {
  const name = tube.toLowerCase()
  // ESR runs from EDTA blood as well, so that its one tube need not be another.
  if (name.includes('edta')) return 'edta'
  return caps.find((cap) => name.includes(cap)) ?? name
}

function order(tube: Tube): number {
  const place = (caps as readonly string[]).indexOf(capOf(tube.tube))
  return tube.collection === 'blood' ? (place < 0 ? caps.length : place) : 10
}
