export type Cap = 'edta' | 'fluoride' | 'sst' | 'citrate' | 'heparin' | 'plain' | 'container'

/** The order matters: a tube that may be either is drawn as the one that the laboratory uses first. */
const words: readonly (readonly [Cap, RegExp])[] = [
  ['edta', /edta|lavender|purple/i],
  ['fluoride', /fluoride|grey/i],
  ['sst', /sst|gold/i],
  ['citrate', /citrate|light blue/i],
  ['heparin', /heparin|green/i],
  ['plain', /plain|red/i],
]

/** The cap that a tube's description means; jars and swabs have none of these. */
export function capOf(tube: string): Cap {
  return words.find(([, word]) => word.test(tube))?.[0] ?? 'container'
}
