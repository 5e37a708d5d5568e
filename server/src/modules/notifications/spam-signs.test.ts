import { describe, expect, test } from 'vitest'
import { type Came, isProbablySpam, spamSigns } from './spam-signs.ts'

const usual: Came = {
  name: 'Adjoa Sarpong',
  message: 'Do you open on Sundays?',
  trapped: false,
  shownFor: 20_000,
  isMany: false,
}
const judged = (came: Partial<Came>) => {
  const signs = spamSigns({ ...usual, ...came })
  return [signs, isProbablySpam(signs)]
}
const links = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`).join(' ')

describe('signs of spam', () => {
  test.each<[string, Partial<Came>, string[]]>([
    ['with the hidden field filled in', { trapped: true }, ['trap']],
    ['with four links', { message: links(4) }, ['many_links']],
    ['with two links and no form shown', { message: links(2), shownFor: null }, ['unshown', 'links']],
    ['with two links in two seconds', { message: links(2), shownFor: 2_000 }, ['quick', 'links']],
    ['with links as a forum writes them', { message: 'Buy [url=example.com]now[/url]' }, ['markup']],
    ['with links as a page writes them', { message: '<a class="x" href="//e.com">now</a>' }, ['markup']],
    ['with a link for a name', { name: 'Win at www.example.com' }, ['link_in_name']],
    ['when its address wrote many', { isMany: true }, ['many']],
  ])('a message is marked as spam: %s', (_what, came, signs) => {
    expect(judged(came)).toEqual([signs, true])
  })
})

describe('no signs of spam', () => {
  test.each<[string, Partial<Came>, string[]]>([
    ['as people write', {}, []],
    ['from somebody quick', { shownFor: 500 }, ['quick']],
    ['with a link from somebody quick', { shownFor: 500, message: links(1) }, ['quick']],
    ['from a browser without scripts', { shownFor: null }, ['unshown']],
    ['with two links from somebody who took their time', { message: links(2) }, ['links']],
    ['from somebody whose name has dots', { name: 'Dr. K.A. Mensah' }, []],
  ])('a message is not marked as spam: %s', (_what, came, signs) => {
    expect(judged(came)).toEqual([signs, false])
  })
})
