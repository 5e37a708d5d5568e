/** A source of numbers strictly between 0 and 1. */
export type Random = () => number

/**
 * A generator of its own for each purpose and person: `stream(seed, 'service', 17)` gives the 17th visit the same service
 * whatever else happens that day. Two plans compared on one seed then differ by the plan and not by luck (common random
 * numbers); one generator for all would hand every later draw to someone else after the first change.
 *
 * sfc32 (Chris Doty-Humphrey, PractRand): 128 bits of state, 32 bits a draw, passes BigCrush; seeded by a 32-bit
 * splitmix over seed and keys. Only 32-bit integer arithmetic, so every engine gives the same bits.
 */
export function stream(seed: number, ...keys: readonly (number | string)[]): Random {
  let state = mix(mix(seed | 0) + Math.floor(seed / 2 ** 32) + 1)
  for (const key of keys) {
    if (typeof key === 'number') state = mix(Math.imul(state, 31) + key)
    else for (let i = 0; i < key.length; i++) state = mix(Math.imul(state, 31) + key.charCodeAt(i))
  }
  const word = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state)
  }
  let [a, b, c, counter] = [word(), word(), word(), 1]
  const draw = () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    // The half excludes 0, whose logarithm is infinite.
    return ((t >>> 0) + 0.5) / 4294967296
  }
  for (let i = 0; i < 12; i++) draw()
  return draw
}

/** Spreads each bit over all 32 (the finaliser of splitmix32). */
function mix(value: number): number {
  let z = value | 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
  return z ^ (z >>> 15)
}
