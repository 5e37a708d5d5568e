import type { Random } from '#simulation/random.ts'

/** Random draws of a simulated history. */

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
const bits = (random: Random, count: number) => Math.floor(random() * 2 ** count)

/** A UUID of version 7 for a past instant. The same draws give the same id. */
export function idAt(at: number, random: Random): string {
  const time = hex(Math.floor(at), 12)
  const variant = hex(0x8000 | bits(random, 14), 4)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(bits(random, 12), 3)}-${variant}-${hex(bits(random, 24), 6)}${hex(bits(random, 24), 6)}`
}

export function oneOf<T>(list: readonly T[], share: number): T {
  const found = list[Math.min(list.length - 1, Math.floor(share * list.length))]
  if (found === undefined) throw new Error('The list is empty')
  return found
}

const crockford = 32n
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const odd = 0x9e3779b97fn
const all = 1n << 40n

/** References of eight characters, unique for a seed and apparently unordered. */
export function referenceOf(seed: number, number: number): string {
  let left = ((BigInt(number) * odd) ^ (BigInt(seed) * 0x5851f42d4dn)) % all
  let code = ''
  for (let place = 0; place < 8; place++) {
    code += alphabet.charAt(Number(left % crockford))
    left /= crockford
  }
  return code
}
