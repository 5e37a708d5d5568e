/** Rules on the look of a screen that axe does not have. It runs inside the page, see `accessible.ts`. */

/** Whether an element is visible to screen readers only. */
const isUnseen = (element) => {
  for (let part = element; part; part = part.parentElement) {
    if (part.clientWidth <= 1 && getComputedStyle(part).overflow === 'hidden') return true
    if (getComputedStyle(part).clipPath === 'inset(50%)') return true
  }
  return false
}

const textsIn = function* (box) {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (text.data.trim() !== '' && !text.parentElement.closest('.visually-hidden, .sr-only, script, style'))
      yield text
  }
}

const plain = (text) => text.replace(/\s+/g, ' ').trim()
const nameOf = (element) => {
  const text =
    plain(element.textContent ?? '').slice(0, 40) || element.getAttribute('aria-label') || element.name
  return `${element.tagName.toLowerCase()}${element.id && `#${element.id}`} “${text}”`
}

/** Whether a text reaches beyond the box, to a side or, if asked, below. */
const reachesBeyond = (box, sideways, below) => {
  const edge = box.getBoundingClientRect()
  const range = document.createRange()
  for (const text of textsIn(box)) {
    range.selectNodeContents(text)
    for (const { left, right, bottom, width } of range.getClientRects()) {
      if (width === 0) continue
      if (sideways && (right > edge.right + 1 || left < edge.left - 1)) return true
      if (below && bottom > edge.bottom + 3) return true
    }
  }
  return false
}

/** Elements that a text must not reach beyond, even where nothing cuts it off. */
const frames = 'button, .card, .badge, td, th, dialog'

/**
 * Texts that are cut off without a way to scroll, unless a title has the whole text, and texts that reach beyond their button, badge,
 * cell or card.
 */
function cutTexts() {
  const cut = []
  for (const box of document.body.querySelectorAll('*')) {
    const [sideways, below] = [box.scrollWidth > box.clientWidth + 1, box.scrollHeight > box.clientHeight + 3]
    if ((!sideways && !below) || box.clientWidth < 8 || box.matches('input, textarea, select')) continue
    const { overflowX, overflowY } = getComputedStyle(box)
    const hides = (overflow) => overflow === 'hidden' || overflow === 'clip'
    const isFrame = overflowX === 'visible' && box.matches(frames)
    const [hidesSide, hidesBelow] = [sideways && (hides(overflowX) || isFrame), below && hides(overflowY)]
    if ((!hidesSide && !hidesBelow) || isUnseen(box)) continue
    const title = box.closest('[title]')?.getAttribute('title')
    if (title && plain(title).includes(plain(box.textContent ?? ''))) continue
    if (reachesBeyond(box, hidesSide, hidesBelow)) cut.push(nameOf(box))
  }
  return cut
}

const chosen = '[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false])'

const pseudoElements = [null, '::before', '::after']

const lookOf = (element) =>
  [element, ...element.querySelectorAll('*')]
    .flatMap((part) =>
      pseudoElements.map((pseudo) => {
        const s = getComputedStyle(part, pseudo)
        // Without content it is not drawn, and most parts have none.
        if (pseudo && s.content === 'none') return ''
        return [
          ...[s.backgroundColor, s.color, s.fontWeight, s.textDecorationLine, s.textDecorationThickness],
          ...[s.borderTopWidth, s.borderBottomWidth, s.borderLeftWidth, s.borderBottomColor, s.borderStyle],
          ...[
            s.outlineStyle,
            s.outlineWidth,
            s.fill,
            s.stroke,
            s.strokeWidth,
            s.display,
            pseudo && s.content,
          ],
        ].join()
      }),
    )
    .join()

const isOutlined = (part) =>
  pseudoElements.some((pseudo) => {
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(part, pseudo)
    return outlineStyle !== 'none' && outlineWidth !== '0px' && opacity !== '0'
  })

/**
 * Whether the control that has the focus shows it: by an outline of its own, of its label or around it, or by looking otherwise than
 * without the focus. Outlines come first: nearly all controls have one, and the look is of all parts, read twice.
 */
function showsFocus(control) {
  const around = [control, ...(control.labels ?? [])]
  for (let part = control.parentElement; part && around.length < 6; part = part.parentElement)
    around.push(part)
  if (around.some(isOutlined)) return true
  const focused = lookOf(control)
  control.blur()
  return lookOf(control) !== focused
}

/** An element of the same kind that is not chosen. */
function neighbourOf(element) {
  for (
    let group = element.parentElement, level = 0;
    group && level < 4;
    group = group.parentElement, level++
  ) {
    for (const other of group.getElementsByTagName(element.tagName)) {
      if (other !== element && !other.matches(chosen) && other.className === element.className) return other
    }
  }
  return null
}

const isPainted = (element) => {
  const { backgroundColor, borderTopWidth, backgroundImage } = getComputedStyle(element)
  if (borderTopWidth !== '0px' || backgroundImage !== 'none') return true
  for (let around = element.parentElement; around; around = around.parentElement) {
    const ground = getComputedStyle(around).backgroundColor
    if (/, 0\)$/.test(ground)) continue
    return !/, 0\)$/.test(backgroundColor) && ground !== backgroundColor
  }
  return true
}

/** Notes the marks that are drawn by their background alone, while the usual colours are shown. */
let painted = []
function notePainted() {
  painted = [...document.body.querySelectorAll('span, div, i, b, td, li')].filter(
    (one) => one.childNodes.length === 0 && one.clientWidth > 2 && one.clientHeight > 2 && isPainted(one),
  )
}

/**
 * In forced colours: chosen elements that look like elements that are not chosen; marks noted by `notePainted` that are no longer
 * visible; and controls that do not show that they have the focus.
 */
function lostInForcedColours() {
  const alike = [...document.querySelectorAll(chosen)].filter((one) => {
    const other = one.checkVisibility() && neighbourOf(one)
    return other && other.childElementCount === one.childElementCount && lookOf(one) === lookOf(other)
  })
  const gone = painted.filter((one) => one.isConnected && one.checkVisibility() && !isPainted(one))
  const before = document.activeElement
  const unseen = []
  for (const control of document.querySelectorAll(
    'main :is(a[href], button, input, select, textarea, [tabindex="0"])',
  )) {
    if (control.disabled || control.tabIndex < 0 || !control.checkVisibility()) continue
    control.focus({ preventScroll: true, focusVisible: true })
    if (document.activeElement === control && !showsFocus(control)) unseen.push(control)
  }
  document.activeElement?.blur()
  before?.focus({ preventScroll: true })
  return [
    ...alike.map((one) => `chosen, and looks like the others: ${nameOf(one)}`),
    ...gone.map((one) => `a mark has lost its background: ${nameOf(one.parentElement)}`),
    ...unseen.map((one) => `without a visible focus: ${nameOf(one)}`),
  ]
}

globalThis.lookRules = { cutTexts, isUnseen, notePainted, lostInForcedColours }
