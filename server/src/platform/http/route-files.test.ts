import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linksOfScreens } from './route-files.ts'

function links() {
  const listing = join(mkdtempSync(join(tmpdir(), 'phial-listing-')), 'route-files.json')
  const files = {
    '/tasks/$id': ['assets/task.js', 'assets/parts.js'],
    '/boxes/$id': ['assets/box.js'],
    '/boxes/sent': ['assets/sent.js'],
  }
  writeFileSync(listing, JSON.stringify(files))
  return linksOfScreens(listing)
}

test('the document of a screen names the scripts of the screen', () => {
  expect(links()('/tasks/17')).toBe(
    '</assets/task.js>; rel=modulepreload; crossorigin, </assets/parts.js>; rel=modulepreload; crossorigin',
  )
  expect(links()('/tasks/17/')).toBe(links()('/tasks/17'))
})

test('a named segment takes precedence over a parameter', () => {
  expect(links()('/boxes/sent')).toContain('sent.js')
  expect(links()('/boxes/7')).toContain('box.js')
})

test('an address without a screen has no scripts, nor has a web that was built without a list', () => {
  expect(links()('/tasks')).toBeNull()
  expect(links()('/tasks/17/more')).toBeNull()
  expect(linksOfScreens('/nowhere/route-files.json')('/tasks/17')).toBeNull()
})
