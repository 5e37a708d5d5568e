import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageCookie } from '#contract/language.ts'
import { type Language, languages } from '#contract/options.ts'
import { Refusal } from '../errors.ts'
import { languageOf } from './asked-language.ts'
import { linksOfScreens } from './route-files.ts'

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** The file of a document in a language: the build writes one for each. */
const fileOf = (document: string, language: Language) =>
  language === 'en' ? `${document}.html` : `${document}.${language}.html`

/**
 * The built web: `/` is the prerendered landing page, every other address the application's shell, in the language of the reader. An
 * address with a document of its name (`/book`, `book.html`) gets that document, so that its heading is there before the scripts.
 * `clockAhead` is given in a demonstration: its pages say by how much their clock is ahead of the real time, so that the first thing
 * they show is right.
 */
export async function servePages(app: FastifyInstance, clockAhead: (() => number) | null): Promise<void> {
  const built = existsSync(dist)
  if (built) {
    const each = { root: dist, index: false as const, preCompressed: true }
    await app.register(fastifyStatic, {
      ...each,
      // A route for each file, so that every other address is a page; none for files that have a route below, nor for the
      // compressed forms of a file, which the plugin finds beside it.
      wildcard: false,
      globIgnore: ['assets/**', '**/*.{br,gz,html}', 'route-files.json*'],
      cacheControl: false,
      setHeaders: (response) => response.header('cache-control', 'no-cache'),
    })
    // Hundreds of parts, whose names carry a hash of their content: they never change.
    await app.register(fastifyStatic, {
      ...each,
      root: join(dist, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      maxAge: '1y',
      immutable: true,
    })
  }
  const linksOf = linksOfScreens(join(dist, 'route-files.json'))
  const sendFile = clockAhead
    ? pageSender(clockAhead)
    : (reply: FastifyReply, name: string) => reply.sendFile(name)
  // Without `index`: the landing page has its own address.
  const documents = new Set(
    built ? readdirSync(dist).flatMap((name) => /^(?!index\.)([\w-]+)\.html$/.exec(name)?.[1] ?? []) : [],
  )
  const sendPage = (request: FastifyRequest, reply: FastifyReply, document: string) => {
    const chosen = chosenIn(request.url)
    if (chosen) return keepChoice(reply, chosen)
    const language = languageOf(request)
    reply.header('content-language', language).header('vary', 'accept-language, cookie')
    return sendFile(reply, fileOf(document, language))
  }
  if (built) app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply, 'index'))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (!built || !wantsPage || path.startsWith('/api/') || /\.\w{2,5}$/.test(path)) {
      throw new Refusal('not_found', 'There is nothing at this address')
    }
    const links = linksOf(path)
    if (links) reply.header('link', links)
    const name = path.slice(1)
    return sendPage(request, reply, documents.has(name) ? name : 'app')
  })
}

type Choice = { language: Language; address: string }

/** A link to the same address with `?language=fr` chooses a language, also where no script runs. */
function chosenIn(url: string): Choice | null {
  const [path = '', query = ''] = url.split('?')
  const search = new URLSearchParams(query)
  const language = languages.find((one) => one === search.get('language'))
  // An address that begins with two slashes would lead to another host.
  if (!language || path.startsWith('//')) return null
  search.delete('language')
  return { language, address: search.size > 0 ? `${path}?${search}` : path }
}

const keepChoice = (reply: FastifyReply, { language, address }: Choice) =>
  reply
    .header('set-cookie', languageCookie({ language, by: 'visitor' }))
    .header('cache-control', 'no-store')
    .redirect(address, 303)

function pageSender(clockAhead: () => number) {
  return (reply: FastifyReply, name: string) => {
    const page = readFileSync(join(dist, name), 'utf8')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replace('</head>', `<meta name="clock-ahead" content="${clockAhead()}" /></head>`))
  }
}
