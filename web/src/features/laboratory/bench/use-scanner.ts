import { type RefObject, useLayoutEffect, useRef } from 'react'
import { retype, type TypingControl, takesTyping } from '../../../ui/takes-typing.ts'

/** Letters that came in one go. */
type Burst = { text: string; from: number; last: number; field: TypingControl | null; before: string }

/** Milliseconds. Scanners type a letter in 1 to 30; a person in a hurry needs 80. */
const together = 100
const perLetterOfScanner = 50
/** A reference has eight letters, an accession number fourteen digits. */
const shortest = 8

/**
 * Listens on the whole screen to a scanner, which types and presses Enter. What is typed outside a field goes to `field`.
 * A scan into another field is told from a person by its speed: the field gets back what it held, and `onScan` the code.
 */
export function useScanner(field: RefObject<HTMLInputElement | null>, onScan: (code: string) => void): void {
  const latest = useRef(onScan)
  useLayoutEffect(() => {
    latest.current = onScan
  })
  // Before the screen is painted: whoever sees it may scan.
  useLayoutEffect(() => {
    let burst: Burst | null = null
    const heard = (event: KeyboardEvent) => {
      const own = field.current
      if (!own || event.key === 'Shift') return
      const { target, timeStamp } = event
      const inField = takesTyping(target) && target !== own ? target : null
      const code = event.key === 'Enter' && inField ? scannedInto(inField, burst) : null
      if (code !== null && burst && inField) {
        event.preventDefault()
        event.stopPropagation()
        retype(inField, burst.before)
        burst = null
        latest.current(code)
        return
      }
      if (event.key === 'Enter' && burst && isTaken(burst, event)) {
        event.preventDefault()
        event.stopPropagation()
        const { text } = burst
        burst = null
        latest.current(text)
        return
      }
      const isLetter = /^[0-9a-z-]$/i.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey
      if (!isLetter || event.isComposing || document.querySelector('dialog[open]')) {
        burst = null
        return
      }
      const goesOn = burst !== null && timeStamp - burst.last <= together && burst.field === inField
      const text = (goesOn && burst ? burst.text : '') + event.key
      burst = {
        text,
        from: goesOn && burst ? burst.from : timeStamp,
        last: timeStamp,
        field: inField,
        before: goesOn && burst ? burst.before : (inField?.value ?? ''),
      }
      // A letter alone may be a shortcut; a digit is none. From here on the browser types into the field by itself.
      if (!takesTyping(target) && (text.length > 1 || /\d/.test(event.key))) {
        retype(own, text.slice(0, -1))
        own.focus()
      }
    }
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [field])
}

/** Whether the focus was taken from the field while a scan arrived there: a new screen gives the focus to its heading. */
function isTaken({ text, field, last }: Burst, { target, timeStamp }: KeyboardEvent): boolean {
  return field === null && text.length > 1 && timeStamp - last <= together && !takesTyping(target)
}

/** The code that a burst into this field was, or null when a person typed. */
function scannedInto(field: TypingControl, burst: Burst | null): string | null {
  if (burst?.field !== field || burst.text.length < shortest) return null
  return (burst.last - burst.from) / (burst.text.length - 1) <= perLetterOfScanner ? burst.text : null
}
