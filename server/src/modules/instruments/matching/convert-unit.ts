import { ucumOf } from '#contract/ucum.ts'

/**
 * Factors between units of UCUM that measure the same thing, as far as analysers and the catalogue use them: metric prefixes, powers
 * of ten, litres, percent and catalytic activity. A factor between mass and amount of substance depends on the molar mass of the
 * analyte: people enter it with the code.
 */

const prefixes: Readonly<Record<string, number>> = {
  G: 9,
  M: 6,
  k: 3,
  h: 2,
  d: -1,
  c: -2,
  m: -3,
  u: -6,
  n: -9,
  p: -12,
  f: -15,
}
/** Unit atoms, each with its dimension and its power of ten in that dimension. */
const atoms: Readonly<Record<string, readonly [dimension: string, power: number]>> = {
  g: ['mass', 0],
  mol: ['amount', 0],
  eq: ['equivalents', 0],
  osm: ['osmoles', 0],
  L: ['volume', 0],
  s: ['time', 0],
  m: ['length', 0],
  U: ['activity', 0],
  '[IU]': ['international units', 0],
  '[iU]': ['international units', 0],
  kat: ['katal', 0],
  Pa: ['pressure', 0],
}
const plain: Readonly<Record<string, readonly [dimension: string, factor: number]>> = {
  '%': ['', 0.01],
  '[ppth]': ['', 0.001],
  min: ['time', 60],
  h: ['time', 3600],
  d: ['time', 86_400],
  'm[Hg]': ['mercury', 1000],
  'mm[Hg]': ['mercury', 1],
  '[HPF]': ['field', 1],
  '[LPF]': ['low field', 1],
  '[CFU]': ['colonies', 1],
}

type Size = { factor: number; dimensions: Map<string, number> }

function sizeOfAtom(text: string): { factor: number; dimension: string } | null {
  if (Object.hasOwn(plain, text)) {
    const [dimension, factor] = plain[text] ?? ['', 1]
    return { factor, dimension }
  }
  const found = Object.keys(atoms).find(
    (atom) => text === atom || (text.endsWith(atom) && Object.hasOwn(prefixes, text.slice(0, -atom.length))),
  )
  const [dimension, power] = atoms[found ?? ''] ?? []
  if (found === undefined || dimension === undefined || power === undefined) return null
  return { factor: 10 ** (power + (prefixes[text.slice(0, -found.length)] ?? 0)), dimension }
}

function sizeOf(unit: string): Size | null {
  const size: Size = { factor: 1, dimensions: new Map() }
  // Annotations in braces name what is counted, and do not change the unit.
  const parts = unit.replace(/\{[^}]*\}/g, '').match(/[./]?[^./]*/g) ?? []
  for (const part of parts) {
    const sign = part.startsWith('/') ? -1 : 1
    const text = part.replace(/^[./]/, '')
    if (text === '') continue
    const ten = /^10\*(-?\d+)$/.exec(text)
    const whole = /^\d+$/.test(text)
    if (ten || whole) {
      size.factor *= (ten ? 10 ** Number(ten[1]) : Number(text)) ** sign
      continue
    }
    const [, atom = text, exponent = '1'] = /^(.*?[^\d-])(-?\d)$/.exec(text) ?? []
    const one = sizeOfAtom(atom)
    if (!one) return null
    const power = sign * Number(exponent)
    size.factor *= one.factor ** power
    if (one.dimension !== '') {
      size.dimensions.set(one.dimension, (size.dimensions.get(one.dimension) ?? 0) + power)
    }
  }
  return size
}

const isSame = (one: Size, other: Size) =>
  [...new Set([...one.dimensions.keys(), ...other.dimensions.keys()])].every(
    (name) => (one.dimensions.get(name) ?? 0) === (other.dimensions.get(name) ?? 0),
  )

/** The factor that converts a number in `from` to `to`; null if the units have different dimensions. Accepts common spellings. */
export function conversionFactor(from: string, to: string): number | null {
  if (from === to) return 1
  const [one, other] = [ucumOf(from), ucumOf(to)]
  if (one === null || other === null) return null
  if (one === other) return 1
  const [size, wanted] = [sizeOf(one), sizeOf(other)]
  if (!size || !wanted || !isSame(size, wanted)) return null
  // 1e-9 / 1e-3 is 0.0000010000000000000002: rounding to fewer digits makes the factor exact.
  return Number((size.factor / wanted.factor).toPrecision(12))
}
