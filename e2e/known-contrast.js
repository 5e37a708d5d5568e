/**
 * Leaves out texts that look like a text whose contrast has passed, see `docs/decisions/0171-contrast-once-per-look.md`. It runs
 * inside the page, after axe and `look-rules.js`, see `accessible.ts`.
 */

/** Elements whose colours axe cannot read. */
const pictures = new Set(['IMG', 'CANVAS', 'OBJECT', 'IFRAME', 'VIDEO', 'svg'])

const plain = (text) => text.replace(/\s+/g, ' ').trim()

const hashes = new Map()
function hashOf(text) {
  const known = hashes.get(text)
  if (known) return known
  let [a, b] = [1, 2]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x85ebca6b)
    a ^= a >>> 13
    b = Math.imul(b ^ code, 0xc2b2ae35)
    b ^= b >>> 15
  }
  const hash = `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
  hashes.set(text, hash)
  return hash
}

/** The boxes of the lines of an element's own text. */
function linesOf(element) {
  if (element.matches('input, select, textarea')) return [element.getBoundingClientRect()]
  return [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
    .flatMap((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return [...range.getClientRects()]
    })
}

/** Whether a text is for screen readers only, or lies above the page, as the skip link does until it has the focus. */
const isAway = (element, lines) =>
  lines.every(({ bottom }) => bottom + scrollY <= 0) || globalThis.lookRules.isUnseen(element)

const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const holds = (box, line) =>
  line.left >= box.left - 1 &&
  line.right <= box.right + 1 &&
  line.top >= box.top - 1 &&
  line.bottom <= box.bottom + 1

/** The look of each text of the page, the looks that have passed before, and those that pass now. */
let [looks, known, passed] = [new Map(), new Set(), new Set()]

/**
 * Reads the look of every text: its colour and size, and what the elements around it paint. A text that reaches beyond one of these
 * elements, or lies over or under another element that paints, has no look: axe checks it on each screen.
 * @returns whether axe has to check a text
 */
function read(knownLooks) {
  ;[looks, known, passed] = [new Map(), new Set(knownLooks), new Set()]
  const texts = []
  const painted = []
  const grounds = new Map()
  for (const element of document.querySelectorAll('html, body, body *')) {
    const style = getComputedStyle(element)
    const { backgroundColor, backgroundImage, opacity, mixBlendMode, zIndex } = style
    const paint = [backgroundColor, backgroundImage, opacity, mixBlendMode, zIndex].join()
    const around = grounds.get(element.parentElement) ?? ''
    grounds.set(element, paint === 'rgba(0, 0, 0, 0),none,1,normal,auto' ? around : hashOf(around + paint))
    const paints = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'
    if ((paints || pictures.has(element.tagName)) && element.parentElement && element !== document.body)
      painted.push([element, element.getBoundingClientRect()])
    const lines = linesOf(element)
    if (lines.length > 0 && !isAway(element, lines)) texts.push([element, lines, style])
  }
  for (const [element, lines, style] of texts) {
    const isPlain = painted.every(([other, box]) =>
      lines.every((line) => (other.contains(element) ? holds(box, line) : !overlap(box, line))),
    )
    if (!isPlain) continue
    const { color, webkitTextFillColor, webkitTextStroke, fontSize, fontWeight, textShadow } = style
    const letters = [color, webkitTextFillColor, webkitTextStroke, fontSize, fontWeight, textShadow].join()
    looks.set(element, hashOf(`${grounds.get(element)} ${letters}`))
  }
  return texts.some(([element]) => !known.has(looks.get(element)))
}

/** Whether a link lies within a text: then axe compares the colours of both. */
const hasLinkInText = () =>
  [...document.querySelectorAll('a[href]')].some((link) => {
    let block = link.parentElement
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    const ofLinks = [...(block?.querySelectorAll('a[href]') ?? [])].map((one) => plain(one.textContent ?? ''))
    return plain(block?.textContent ?? '').length > ofLinks.join('').length
  })

const { axe } = globalThis
const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')
const check = axe._audit.checks['color-contrast']
const { matches } = rule
const { evaluate } = check
rule.matches = (element, ...others) =>
  !known.has(looks.get(element)) && matches.call(rule, element, ...others)
check.evaluate = function (element, ...others) {
  const result = evaluate.call(this, element, ...others)
  if (result === true && looks.has(element)) passed.add(looks.get(element))
  return result
}

/** Whether the page has colours that looks do not cover: links within a text, and frames. */
const hasOtherColours = () => document.querySelector('iframe') !== null || hasLinkInText()

globalThis.knownContrast = { read, hasOtherColours, passed: () => [...passed] }
