import { afterEach, beforeEach } from 'vitest'
import { begin, end } from './open-screen.tsx'

// jsdom knows the element and not its methods. Focus and what lies behind a dialog are tested in a browser.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

Element.prototype.scrollIntoView = () => {}

// jsdom has no media: no query matches, as on a small screen.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

// Runs for every test file; the modules that it imports are loaded once for all of them.
beforeEach(begin)
afterEach(end)
