/**
 * Validates units against UCUM (https://ucum.org/ucum, case-sensitive), as far as laboratories use it:
 * reports, controls and other systems read the code. Of two spellings that UCUM allows (l and L, 10^ and 10*)
 * the product accepts one, so that each unit has one code.
 */

const metric = ['m', 'g', 's', 'mol', 'L', 'eq', 'osm', 'U', 'kat', '[IU]', '[iU]', 'm[Hg]']
const others = ['Pa', 'bar', 'J', 'Cel', 'K', 'V', 'Hz', 'Bq']
const whole = ['%', 'min', 'h', 'd', 'wk', 'mo', 'a', 'deg', '[pH]', '[HPF]', '[LPF]', '[CFU]', '[PFU]']
const rare = ['[ppth]', '[ppm]', '[ppb]', '[drp]', "[arb'U]", '[degF]', '[lb_av]', '[in_i]']

const said = (atoms: readonly string[]) => atoms.map((atom) => atom.replace(/[[\]^%]/g, '\\$&')).join('|')
const atom = `(?:(?:da|[YZEPTGMkhdcmunpfazy])?(?:${said([...metric, ...others])})|${said([...whole, ...rare])})`
// An exponent after the unit, then an annotation in braces; a number, a power of ten or an annotation may stand alone.
const note = '\\{[!-z|~]*\\}'
const component = `(?:10\\*-?\\d+(?:${note})?|(?:${atom}(?:-?[1-9])?)(?:${note})?|[1-9]\\d*(?:${note})?|${note})`
const part = `(?:${component}|\\(${component}(?:[./]${component})*\\))`
const unit = new RegExp(`^/?${part}(?:[./]${part})*$`)

/** Common spellings, and their UCUM codes. */
const usual: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ''],
  [/[µμ]|mc(?=g)/g, 'u'],
  [/[×x]?10(?:\^|\*\*|e)(?=\d)/g, '10*'],
  [/^[×x](?=10)/, ''],
  [/(?<=(?:^|[/.])[dcmunpf]?)l(?=$|[/.])/g, 'L'],
  [/(?<![[A-Za-z])([munk]?)IU(?![\]A-Za-z])/g, '$1[IU]'],
  [/^cells?(?=\/)/i, ''],
  [/mmHg/g, 'mm[Hg]'],
  [/(?<=\/)(?:hr|hour)$/, 'h'],
  [/(?<=\/)(?:sec)$/, 's'],
  [/°C/g, 'Cel'],
  [/^(?:ratio|index)$/i, '1'],
  [/(?<=\/)(?:HPF|hpf)$/, '[HPF]'],
  [/(?<=\/)(?:LPF|lpf)$/, '[LPF]'],
  [/^pH$/, '[pH]'],
]

const meantBy = (written: string) => usual.reduce((text, [slip, right]) => text.replace(slip, right), written)

/** The UCUM code of a unit. Accepts UCUM and common spellings such as 10^9/l; null for other texts. */
export function ucumOf(written: string): string | null {
  if (unit.test(written)) return written
  const meant = meantBy(written)
  return unit.test(meant) ? meant : null
}

/** Why the text is not a UCUM unit; null if it is one or empty. */
export function whyNotUcum(written: string): string | null {
  if (written === '' || unit.test(written)) return null
  const meant = meantBy(written)
  return unit.test(meant)
    ? `“${written}” is not written as UCUM writes it: “${meant}” is`
    : `“${written}” is not a unit of UCUM, for example mmol/L, 10*3/uL, [IU]/L, %, or 1 for a ratio`
}
