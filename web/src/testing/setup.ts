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

// Runs for every test file; the modules that it imports are loaded once for all of them.
beforeEach(begin)
afterEach(end)
