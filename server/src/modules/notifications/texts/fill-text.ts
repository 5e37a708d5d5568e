import {
  linkPlaceholders,
  listPlaceholders,
  optionalPlaceholders,
  type Placeholder,
  type Values,
} from '#contract/message-kinds.ts'
import type { Language } from '#contract/options.ts'
import type { Part } from '../letter.ts'

/**
 * Replaces the placeholders of a text, each once: a value is never read as a placeholder, a paragraph or a link. The caller escapes
 * the result for its format.
 */
export function fillLine(text: string, values: Values, language: Language): string {
  return typeset(
    text.replace(/ ?\{(\w+)\}/g, (found, name: string) => {
      if (!Object.hasOwn(values, name)) return found
      const value = oneLine(flat(values[name as Placeholder]))
      // The space before an empty value is removed: "Hello {name}," becomes "Hello,".
      return value === '' ? '' : `${found.startsWith(' ') ? ' ' : ''}${value}`
    }),
    language,
  )
}

/** An e-mail's paragraphs, without those whose optional placeholder is empty. */
export function fillParagraphs(body: string, values: Values, language: Language): Part[] {
  return body
    .split(/\n[ \t]*\n/)
    .filter(
      (paragraph) =>
        !optionalPlaceholders.some((one) => paragraph.includes(`{${one}}`) && flat(values[one]) === ''),
    )
    .flatMap((paragraph) => partsOf(paragraph.trim(), values, language))
}

function partsOf(paragraph: string, values: Values, language: Language): Part[] {
  const parts: Part[] = []
  for (const line of paragraph.split('\n').map((one) => one.trim())) {
    const part = partOf(line, values, language)
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = `${last}\n${part}`
    else if (part !== '') parts.push(part)
  }
  return parts
}

/** A line that consists of one placeholder can become a list, a code, a quotation or a button. */
function partOf(line: string, values: Values, language: Language): Part {
  const button = /^\[([^[\]]+)\]\(\{(\w+)\}\)$/.exec(line)
  const name = (button?.[2] ?? /^\{(\w+)\}$/.exec(line)?.[1]) as Placeholder | undefined
  const value = name && values[name]
  if (name === undefined || value === undefined) return fillLine(line, values, language)
  if (linkPlaceholders.includes(name)) {
    const link = flat(value)
    return { link, label: button ? fillLine(button[1] ?? '', values, language) : link }
  }
  if (button) return fillLine(line, values, language)
  if (listPlaceholders.includes(name)) return { list: typeof value === 'string' ? [value] : value }
  if (name === 'code') return { code: flat(value) }
  if (name === 'message') return { quote: flat(value) }
  // A quoted letter keeps its paragraphs.
  if (name === 'answer') return flat(value).replace(/\r\n?/g, '\n')
  return fillLine(line, values, language)
}

const flat = (value: Values[Placeholder]): string =>
  value === undefined ? '' : typeof value === 'string' ? value : value.join(', ')

/** Removes line breaks, which would start another header or paragraph. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** In French, a colon follows a no-break space. */
const typeset = (text: string, language: Language) =>
  language === 'fr' ? text.replace(/ (?=[:;!?»])/g, '\u00a0') : text
